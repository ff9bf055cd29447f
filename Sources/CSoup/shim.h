// libsoup 3, an HTTP client that runs in GLib's loop, for Swift.
//
// The few functions in use are declared here and not taken from libsoup's headers, for the reasons that the shim of
// libnotify names. `make lint-c` compares the declarations with the headers.
#ifndef CSOUP_SHIM_H
#define CSOUP_SHIM_H

#include "../CGLib/shim.h"

#pragma clang assume_nonnull begin

typedef struct _SoupSession SoupSession;
typedef struct _SoupMessage SoupMessage;
typedef struct _SoupMessageHeaders SoupMessageHeaders;

SoupSession *soup_session_new_with_options(const char *first_name, ...);
void soup_session_set_timeout(SoupSession *, guint seconds);
void soup_session_set_user_agent(SoupSession *, const char *user_agent);
void soup_session_set_tls_database(SoupSession *, GTlsDatabase * _Nullable);
void soup_session_set_proxy_resolver(SoupSession *, GProxyResolver * _Nullable);
void soup_session_remove_feature_by_type(SoupSession *, GType);
GType soup_content_decoder_get_type(void);
void soup_session_send_async(SoupSession *, SoupMessage *, int priority, GCancellable * _Nullable,
                             GAsyncReadyCallback _Nullable callback, gpointer _Nullable user_data);
GInputStream * _Nullable soup_session_send_finish(SoupSession *, GAsyncResult *,
                                                  GError * _Nullable * _Nullable error);

SoupMessage * _Nullable soup_message_new(const char *method, const char *uri);
SoupMessageHeaders *soup_message_get_request_headers(SoupMessage *);
SoupMessageHeaders *soup_message_get_response_headers(SoupMessage *);
void soup_message_set_request_body_from_bytes(SoupMessage *, const char * _Nullable content_type,
                                              GBytes * _Nullable);
GTlsCertificateFlags soup_message_get_tls_peer_certificate_errors(SoupMessage *);

void soup_message_headers_append(SoupMessageHeaders *, const char *name, const char *value);
const char * _Nullable soup_message_headers_get_one(SoupMessageHeaders *, const char *name);

#ifndef SOUP_TYPE_MESSAGE
typedef enum { CSOUP_STATUS_UNKNOWN } SoupStatus;
typedef enum { SOUP_MESSAGE_NO_REDIRECT = 1 << 1 } SoupMessageFlags;
#endif
SoupStatus soup_message_get_status(SoupMessage *);
void soup_message_add_flags(SoupMessage *, SoupMessageFlags);

#pragma clang assume_nonnull end

// Variadic. Each topic that is followed has a connection all the time, and two are all that libsoup opens otherwise.
static inline SoupSession * _Nonnull csoup_session_new(int max_connections) {
    return soup_session_new_with_options("max-conns", max_connections, "max-conns-per-host",
                                         max_connections, NULL);
}

// Swift would make an enumeration's value of what is any number.
static inline guint csoup_status(SoupMessage * _Nonnull message) {
    return (guint)soup_message_get_status(message);
}

// A redirection could lead away from TLS.
static inline void csoup_forbid_redirection(SoupMessage * _Nonnull message) {
    soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT);
}

// G_FILE and other casts are checked casts through macros.
static inline GTlsDatabase * _Nullable csoup_authorities(const char * _Nonnull path,
                                                         GError * _Nullable * _Nullable error) {
    return (GTlsDatabase *)g_tls_file_database_new(path, error);
}

#endif
