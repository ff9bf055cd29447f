// OpenSSL's libcrypto for Swift. A wrapper stands here only where Swift cannot make the call itself, with the reason
// above it.
#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>

// Macros that add the place of the call.
static inline void ccrypto_free(void *bytes) {
    OPENSSL_free(bytes);
}

// Made of several macros, which Swift does not see.
static const int ccrypto_public_key = EVP_PKEY_PUBLIC_KEY;
static const int ccrypto_key_pair = EVP_PKEY_KEYPAIR;

// libcrypto keeps the addresses of these names, and Swift would pass those of short-lived copies.
static inline const char *ccrypto_group_name(void) {
    return OSSL_PKEY_PARAM_GROUP_NAME;
}
static inline const char *ccrypto_public_name(void) {
    return OSSL_PKEY_PARAM_PUB_KEY;
}
static inline const char *ccrypto_private_name(void) {
    return OSSL_PKEY_PARAM_PRIV_KEY;
}

#endif
