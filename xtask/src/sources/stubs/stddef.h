/* What CUDA's headers take from the C library, by the compiler's own macros, so that every target has its layout. */
#ifndef CUSPEC_STDDEF_H
#define CUSPEC_STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#ifndef __cplusplus
typedef __WCHAR_TYPE__ wchar_t;
#endif
#ifdef __cplusplus
#define NULL __null
#else
#define NULL ((void *)0)
#endif
#endif
