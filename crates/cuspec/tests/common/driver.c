// A driver that keeps no more than a stack of contexts for each thread, notes every call that a method makes, and fails
// where it is told to. Questions that are asked at any time (which context is current) are counted, and not noted.
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>

typedef uint64_t u64;
typedef uint32_t u32;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char text[1 << 16], failing[64];
static unsigned failure;
static int questions, pending_queries, members, held;

static unsigned note(const char *name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    pthread_mutex_lock(&mutex);
    size_t length = strlen(text);
    length += snprintf(text + length, sizeof text - length, "%s(", name);
    length += vsnprintf(text + length, sizeof text - length, format, arguments);
    snprintf(text + length, sizeof text - length, ")\n");
    pthread_mutex_unlock(&mutex);
    va_end(arguments);
    return strcmp(name, failing) ? 0 : failure;
}

#define NOTED(...) do { unsigned code = note(__func__, __VA_ARGS__); if (code) return code; } while (0)

void test_fail(const char *name, unsigned code) { snprintf(failing, sizeof failing, "%s", name); failure = code; }
void test_take(char *into, size_t room) {
    pthread_mutex_lock(&mutex);
    snprintf(into, room, "%s", text);
    text[0] = 0;
    pthread_mutex_unlock(&mutex);
}
int test_questions(void) { return questions; }
void test_pending(int queries) { pending_queries = queries; }
int test_members(void) { return members; }
// From now on whoever binds memory to an endpoint waits in the driver, until this is taken back.
void test_hold(int is_held) {
    pthread_mutex_lock(&mutex);
    held = is_held;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

// Devices.
unsigned cuDeviceGetCount(int *count) { NOTED(""); *count = 2; return 0; }
unsigned cuDeviceGet(int *device, int ordinal) { NOTED("%d", ordinal); *device = ordinal; return 0; }
unsigned cuDeviceGetAttribute(int *value, int attribute, int device) { NOTED("%d, %d", attribute, device); *value = 1; return 0; }

// The second device is out of the first one's reach, and not the other way round.
unsigned cuDeviceCanAccessPeer(int *can, int from, int to) { NOTED("%d, %d", from, to); *can = from > to; return 0; }

// Contexts: 0x10 and above are created, 0x1000 and above the devices' own.
static __thread u64 stack[16];
static __thread int height;
static u64 contexts = 0x10;
u64 test_stack(int depth) { return depth < height ? stack[height - 1 - depth] : 0; }

unsigned cuCtxGetCurrent(u64 *context) { questions++; *context = height ? stack[height - 1] : 0; return 0; }
unsigned cuCtxPushCurrent_v2(u64 context) { NOTED("%#lx", context); stack[height++] = context; return 0; }
unsigned cuCtxPopCurrent_v2(u64 *context) {
    NOTED("");
    if (!height) return 201;
    *context = stack[--height];
    return 0;
}
unsigned cuCtxSetCurrent(u64 context) { NOTED("%#lx", context); if (height) height--; stack[height++] = context; return 0; }
unsigned cuCtxCreate_v4(u64 *context, void *params, unsigned flags, int device) {
    if (params) abort();
    NOTED("%u, %d", flags, device);
    stack[height++] = *context = contexts++;
    return 0;
}
unsigned cuCtxDestroy_v2(u64 context) {
    NOTED("%#lx", context);
    if (height && stack[height - 1] == context) height--;
    return 0;
}
unsigned cuDevicePrimaryCtxRetain(u64 *context, int device) { NOTED("%d", device); *context = 0x1000 + device; return 0; }
unsigned cuDevicePrimaryCtxRelease_v2(int device) { NOTED("%d", device); return 0; }
unsigned cuCtxSetLimit(int limit, size_t value) { NOTED("%d, %zu", limit, value); return 0; }
unsigned cuCtxSynchronize(void) { NOTED("%#lx", test_stack(0)); return 0; }
unsigned cuCtxGetId(u64 context, u64 *id) { NOTED("%#lx", context); *id = context; return 0; }
unsigned cuCtxEnablePeerAccess(u64 peer, unsigned flags) { NOTED("%#lx from %#lx, %u", peer, test_stack(0), flags); return 0; }

// Memory: handles from 1 on, reservations at every 2^32.
static u64 handles, reservations;
unsigned cuMemGetAllocationGranularity(size_t *unit, const int *prop, int option) { NOTED("%d", option); *unit = 1 << 21; return 0; }
unsigned cuMemCreate(u64 *handle, size_t size, const u32 *prop, u64 flags) {
    NOTED("%zu, kind %u, handles %u, location %u %u, flags %lu", size, prop[0], prop[1], prop[2], prop[3], flags);
    *handle = ++handles;
    return 0;
}
unsigned cuMemRelease(u64 handle) { NOTED("%lu", handle); return 0; }
unsigned cuMemAddressReserve(u64 *address, size_t size, size_t alignment, u64 wish, u64 flags) {
    NOTED("%zu, %zu, %lu, flags %lu", size, alignment, wish, flags);
    *address = ++reservations << 32;
    return 0;
}
unsigned cuMemAddressFree(u64 address, size_t size) { NOTED("%#lx, %zu", address, size); return 0; }
unsigned cuMemMap(u64 address, size_t size, size_t offset, u64 handle, u64 flags) {
    usleep(2000);
    NOTED("%#lx, %zu, %zu, %lu, flags %lu", address, size, offset, handle, flags);
    return 0;
}
unsigned cuMemUnmap(u64 address, size_t size) { NOTED("%#lx, %zu", address, size); return 0; }
unsigned cuMemSetAccess(u64 address, size_t size, const u32 *desc, size_t count) {
    NOTED("%#lx, %zu, %u %u %u, %zu", address, size, desc[0], desc[1], desc[2], count);
    return 0;
}
unsigned cuMemExportToShareableHandle(void *room, u64 handle, int type, u64 flags) {
    NOTED("%lu, type %d, flags %lu", handle, type, flags);
    if (type == 1) *(int *)room = getenv("NO_DESCRIPTOR") ? -1 : dup(2);
    if (type == 8) memset(room, 7, 64);
    return 0;
}
unsigned cuMemImportFromShareableHandle(u64 *handle, void *given, int type) {
    if (type == 1) NOTED("a descriptor that is %s", fcntl((int)(long)given, F_GETFD) < 0 ? "closed" : "open");
    if (type == 8) NOTED("%u ... %u", ((unsigned char *)given)[0], ((unsigned char *)given)[63]);
    *handle = ++handles;
    return 0;
}
unsigned cuMemGetAllocationPropertiesFromHandle(u32 *prop, u64 handle) {
    NOTED("%lu", handle);
    memset(prop, 0, 32);
    prop[0] = prop[2] = prop[3] = 1;
    return 0;
}
unsigned cuMemRetainAllocationHandle(u64 *handle, void *address) { NOTED("%p", address); *handle = 1; return 0; }

// Endpoints: ids from 100 on.
unsigned cuLogicalEndpointIdReserve(u32 *base, u32 count) { NOTED("%u", count); *base = 100; return 0; }
unsigned cuLogicalEndpointIdRelease(u32 base, u32 count) { NOTED("%u, %u", base, count); return 0; }
unsigned cuLogicalEndpointGetLimits(u64 *alignment, u64 *size, const u32 *prop) {
    NOTED("kind %u", prop[0]);
    *alignment = 1 << 21;
    *size = 1ul << 40;
    return 0;
}
unsigned cuLogicalEndpointCreate(u32 id, const u32 *prop) { NOTED("%u, kind %u, %u, handles %u", id, prop[0], prop[1], prop[4]); return 0; }
unsigned cuLogicalEndpointDestroy(u32 id) { NOTED("%u", id); return 0; }
unsigned cuLogicalEndpointAddDevice(u32 id, int device) { NOTED("%u, %d", id, device); return 0; }
unsigned cuLogicalEndpointQuery(u32 id, u32 count, int *ready) { NOTED("%u, %u", id, count); *ready = pending_queries-- <= 0; return 0; }
unsigned cuLogicalEndpointBindMem(u32 id, int device, u64 offset, u64 handle, u64 from, u64 size, u64 flags) {
    NOTED("%u, device %d, %lu, memory %lu, %lu, %lu, flags %lu", id, device, offset, handle, from, size, flags);
    pthread_mutex_lock(&mutex);
    while (held) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
unsigned cuLogicalEndpointUnbind(u32 id, int device, u64 offset, u64 size) { NOTED("%u, %d, %lu, %lu", id, device, offset, size); return 0; }
unsigned cuLogicalEndpointExport(void *room, u32 id, int type) { NOTED("%u, type %d", id, type); memset(room, 9, 64); return 0; }
unsigned cuLogicalEndpointImport(u32 id, const unsigned char *given, int type) {
    NOTED("%u, %u ... %u, type %d", id, given[0], given[63], type);
    return 0;
}

// Multicast: binding waits until both devices are in the team.
unsigned cuMulticastGetGranularity(size_t *unit, const void *prop, int option) { NOTED("%d", option); *unit = 1 << 21; return 0; }
unsigned cuMulticastCreate(u64 *handle, const u32 *prop) { NOTED("%u", prop[0]); *handle = ++handles; return 0; }
unsigned cuMulticastAddDevice(u64 handle, int device) {
    NOTED("%lu, %d", handle, device);
    pthread_mutex_lock(&mutex);
    members++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return 0;
}
unsigned cuMulticastBindMem(u64 handle, size_t offset, u64 memory, size_t from, size_t size, u64 flags) {
    NOTED("%lu, %zu, %lu, %zu, %zu, flags %lu", handle, offset, memory, from, size, flags);
    pthread_mutex_lock(&mutex);
    while (members < 2) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
unsigned cuMulticastUnbind(u64 handle, int device, size_t offset, size_t size) { NOTED("%lu, %d, %zu, %zu", handle, device, offset, size); return 0; }
