// Options of libcurl are set by a variadic function, which Swift cannot call.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

typedef size_t (*formrec_curl_writer)(char *bytes, size_t size, size_t count, void *to);

// A handle for POSTs of JSON to one host at one address: http and https only, no redirects, no proxies,
// no signals. Null when there is no memory.
static inline CURL *formrec_curl_open(struct curl_slist *headers, struct curl_slist *places) {
  CURL *curl = curl_easy_init();
  if (!curl) return curl;
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  CURLcode code = curl_easy_setopt(curl, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
  if (code
      || curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L)
      || curl_easy_setopt(curl, CURLOPT_PROXY, "")
      || curl_easy_setopt(curl, CURLOPT_NOPROXY, "*")
      || curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED)
      || curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L)
      || curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1)
      || curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, 10L)
      || curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L)
      || curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L)
      || curl_easy_setopt(curl, CURLOPT_USERAGENT, "formrec")
      || curl_easy_setopt(curl, CURLOPT_POST, 1L)
      || curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers)
      || curl_easy_setopt(curl, CURLOPT_CONNECT_TO, places)) {
    curl_easy_cleanup(curl);
    return 0;
  }
  return curl;
}

// Puts one question and hands the answer's body to the writer; the status is 0 when there was none.
static inline CURLcode formrec_curl_post(
  CURL *curl, const char *url, const void *body, long size, long milliseconds,
  formrec_curl_writer writer, void *to, long *status
) {
  CURLcode code;
  *status = 0;
  if ((code = curl_easy_setopt(curl, CURLOPT_URL, url))
      || (code = curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, size))
      || (code = curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body))
      || (code = curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, milliseconds))
      || (code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, writer))
      || (code = curl_easy_setopt(curl, CURLOPT_WRITEDATA, to))
      || (code = curl_easy_perform(curl)))
    return code;
  return curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
}
