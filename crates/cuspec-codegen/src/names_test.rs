use super::snake;

#[test]
fn names_are_as_people_write_them() {
    for (c, rust) in [
        ("cuMemcpyHtoD", "memcpy_htod"),
        ("cuMemcpyHtoDAsync", "memcpy_htod_async"),
        ("cuMemcpyHtoAAsync", "memcpy_htoa_async"),
        ("cuMemcpyAtoA", "memcpy_atoa"),
        ("cuMemcpy2DAsync", "memcpy_2d_async"),
        ("cuMemcpy3DBatchAsync", "memcpy_3d_batch_async"),
        ("cuMemsetD2D32", "memset_d2d32"),
        ("cuGLGetDevices", "gl_get_devices"),
        ("cuCtxCreate_v3", "ctx_create_v3"),
        ("cuAutoBoost", "auto_boost"),
        ("cuTexRefGetFlags", "tex_ref_get_flags"),
    ] {
        assert_eq!(snake(c, "cu"), rust);
    }
}
