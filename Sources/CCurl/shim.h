#pragma once
#include <curl/curl.h>

// Functions of any number of arguments, which Swift cannot call, one for each kind of argument.

static inline CURLcode haru_set_number(CURL *_Nullable easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode haru_set_text(
    CURL *_Nullable easy, CURLoption option, const char *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode haru_set_pointer(
    CURL *_Nullable easy, CURLoption option, void *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

typedef size_t (*haru_receive)(
    char *_Nullable bytes, size_t size, size_t count, void *_Nullable data);

static inline CURLcode haru_set_receive(
    CURL *_Nullable easy, CURLoption option, haru_receive _Nonnull receive) {
  return curl_easy_setopt(easy, option, receive);
}

static inline long haru_number(CURL *_Nullable easy, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline const char *_Nullable haru_text(CURL *_Nullable easy, CURLINFO info) {
  const char *value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline curl_off_t haru_offset(CURL *_Nullable easy, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline CURLMcode haru_set_multi_number(
    CURLM *_Nullable multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// The header fields are too large: curl says so from 8.6 on, also to a program that was built with an older one.
static const CURLcode haru_header_too_large = (CURLcode)100;

// A message holds its result in a union.
static inline CURLcode haru_result(const CURLMsg *_Nonnull message) { return message->data.result; }
