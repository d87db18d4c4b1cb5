// Options of libcurl are set by a variadic function, which Swift cannot call.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>

// libcurl is loaded when a service is called, not at every start, because loading it with its
// dependencies takes 5 ms. Null if it is not installed.
static inline void *formrec_curl_symbol(const char *name) {
#ifdef __APPLE__
  void *library = dlopen("libcurl.4.dylib", RTLD_NOW);
#else
  void *library = dlopen("libcurl.so.4", RTLD_NOW);
#endif
  return library ? dlsym(library, name) : 0;
}

#define FORMREC_CURL(name) ((__typeof__(name) *)formrec_curl_symbol(#name))

static inline int formrec_curl_start(void) {
  __typeof__(curl_global_init) *start = FORMREC_CURL(curl_global_init);
  return start && start(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

// Null if libcurl is not installed.
static inline const char *formrec_curl_version(void) {
  __typeof__(curl_version) *version = FORMREC_CURL(curl_version);
  return version ? version() : 0;
}

static inline struct curl_slist *formrec_curl_append(struct curl_slist *list, const char *line) {
  return FORMREC_CURL(curl_slist_append)(list, line);
}

static inline void formrec_curl_free(struct curl_slist *list) {
  FORMREC_CURL(curl_slist_free_all)(list);
}

static inline void formrec_curl_close(CURL *curl) { FORMREC_CURL(curl_easy_cleanup)(curl); }

static inline const char *formrec_curl_words(CURLcode code) {
  return FORMREC_CURL(curl_easy_strerror)(code);
}

typedef size_t (*formrec_curl_writer)(char *bytes, size_t size, size_t count, void *to);

// Creates a handle for POST requests with JSON to one host at one address: http and https only, no
// redirects, no proxies, no signals. Null if memory is exhausted.
static inline CURL *formrec_curl_open(
  struct curl_slist *headers, struct curl_slist *places, const char *agent, long connect_seconds
) {
  CURL *curl = FORMREC_CURL(curl_easy_init)();
  if (!curl) return curl;
  __typeof__(curl_easy_setopt) *set = FORMREC_CURL(curl_easy_setopt);
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = set(curl, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  CURLcode code = set(curl, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
  if (code
      || set(curl, CURLOPT_FOLLOWLOCATION, 0L)
      || set(curl, CURLOPT_PROXY, "")
      || set(curl, CURLOPT_NOPROXY, "*")
      || set(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED)
      || set(curl, CURLOPT_NOSIGNAL, 1L)
      || set(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1)
      || set(curl, CURLOPT_CONNECTTIMEOUT, connect_seconds)
      || set(curl, CURLOPT_SSL_VERIFYPEER, 1L)
      || set(curl, CURLOPT_SSL_VERIFYHOST, 2L)
      || set(curl, CURLOPT_USERAGENT, agent)
      || set(curl, CURLOPT_POST, 1L)
      || set(curl, CURLOPT_HTTPHEADER, headers)
      || set(curl, CURLOPT_CONNECT_TO, places)) {
    formrec_curl_close(curl);
    return 0;
  }
  return curl;
}

typedef size_t (*formrec_curl_reader)(char *bytes, size_t size, size_t count, void *from);
typedef int (*formrec_curl_tracer)(
  CURL *curl, curl_infotype kind, char *bytes, size_t count, void *to);

// Sends one message over a new connection, and passes all commands and replies to the tracer.
// Without a user, no credentials are sent.
static inline CURLcode formrec_curl_mail(
  const char *url, int requires_tls, const char *authorities, const char *user,
  const char *password, const char *from, struct curl_slist *recipients, long size,
  long connect_seconds, long seconds, formrec_curl_reader reader, formrec_curl_tracer tracer,
  void *context
) {
  CURL *curl = FORMREC_CURL(curl_easy_init)();
  if (!curl) return CURLE_OUT_OF_MEMORY;
  __typeof__(curl_easy_setopt) *set = FORMREC_CURL(curl_easy_setopt);
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = set(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
#else
  CURLcode code = set(curl, CURLOPT_PROTOCOLS, CURLPROTO_SMTP | CURLPROTO_SMTPS);
#endif
  if (code
      || (code = set(curl, CURLOPT_PROXY, ""))
      || (code = set(curl, CURLOPT_NOPROXY, "*"))
      || (code = set(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED))
      || (code = set(curl, CURLOPT_NOSIGNAL, 1L))
      || (code = set(curl, CURLOPT_CONNECTTIMEOUT, connect_seconds))
      || (code = set(curl, CURLOPT_TIMEOUT, seconds))
      // QUIT waits for its reply too, and only these options limit that; the default is two minutes.
      || (code = set(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, seconds))
      || (code = set(curl, CURLOPT_FORBID_REUSE, 1L))
      || (code = set(curl, CURLOPT_USE_SSL, (long)(requires_tls ? CURLUSESSL_ALL : CURLUSESSL_NONE)))
      || (code = set(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2))
      || (code = set(curl, CURLOPT_SSL_VERIFYPEER, 1L))
      || (code = set(curl, CURLOPT_SSL_VERIFYHOST, 2L))
      || (authorities && (code = set(curl, CURLOPT_CAINFO, authorities)))
      || (user && (code = set(curl, CURLOPT_USERNAME, user)))
      || (user && (code = set(curl, CURLOPT_PASSWORD, password)))
      || (code = set(curl, CURLOPT_URL, url))
      || (code = set(curl, CURLOPT_MAIL_FROM, from))
      || (code = set(curl, CURLOPT_MAIL_RCPT, recipients))
      || (code = set(curl, CURLOPT_UPLOAD, 1L))
      || (code = set(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)size))
      || (code = set(curl, CURLOPT_READFUNCTION, reader))
      || (code = set(curl, CURLOPT_READDATA, context))
      || (code = set(curl, CURLOPT_VERBOSE, 1L))
      || (code = set(curl, CURLOPT_DEBUGFUNCTION, tracer))
      || (code = set(curl, CURLOPT_DEBUGDATA, context))) {
    formrec_curl_close(curl);
    return code;
  }
  code = FORMREC_CURL(curl_easy_perform)(curl);
  formrec_curl_close(curl);
  return code;
}

// Sends one request and passes the body of the response to the writer; the status is 0 if there was no
// response. It is also set if the writer refuses bytes.
static inline CURLcode formrec_curl_post(
  CURL *curl, const char *url, const void *body, long size, long milliseconds,
  formrec_curl_writer writer, void *to, long *status
) {
  CURLcode code;
  __typeof__(curl_easy_setopt) *set = FORMREC_CURL(curl_easy_setopt);
  *status = 0;
  if ((code = set(curl, CURLOPT_URL, url))
      || (code = set(curl, CURLOPT_POSTFIELDSIZE, size))
      || (code = set(curl, CURLOPT_POSTFIELDS, body))
      || (code = set(curl, CURLOPT_TIMEOUT_MS, milliseconds))
      || (code = set(curl, CURLOPT_WRITEFUNCTION, writer))
      || (code = set(curl, CURLOPT_WRITEDATA, to)))
    return code;
  code = FORMREC_CURL(curl_easy_perform)(curl);
  CURLcode info = FORMREC_CURL(curl_easy_getinfo)(curl, CURLINFO_RESPONSE_CODE, status);
  return code ? code : info;
}
