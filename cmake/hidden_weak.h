/* BoringSSL looks these up as weak symbols. Declared hidden they stay ours alone and become zero at link time,
 * instead of binding to whatever the host process exports under these names. */
#include <stddef.h>
#define SDKPP_HIDDEN __attribute__((visibility("hidden")))
SDKPP_HIDDEN void *OPENSSL_memory_alloc(size_t);
SDKPP_HIDDEN void OPENSSL_memory_free(void *);
SDKPP_HIDDEN size_t OPENSSL_memory_get_size(void *);
SDKPP_HIDDEN void sdallocx(void *, size_t, int);
