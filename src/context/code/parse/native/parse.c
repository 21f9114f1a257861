/**
 * Parses texts and runs queries on them: the same runtime and the same grammars as keel has in WebAssembly, as a program of its
 * own. It is asked on standard input and answers on standard output, in numbers of 32 bits in the order of the machine. Whoever
 * asks may ask on before it has answered.
 *
 *   asked     kind, place, limit in ms, length; then as many bytes
 *     QUERY   the name of a grammar, a zero, and a query, which is remembered by its place
 *     PARSE   a text in UTF-16, as WebAssembly has it: what an error costs is counted in bytes, and decides how it is mended
 *     WIDEN   a text in UTF-8, as it lies on the disk, which is made UTF-16 here and then parsed like that
 *   answered  which answer it is, from one on, status, length; then as many bytes
 *     QUERY   what captures are called, and what each pattern asks of their texts
 *     either  whether there are errors, then the captures, in the order of their beginnings
 *
 * A text that takes longer than its limit is given up. One that hangs a grammar, which is then not asked for the time, ends the
 * program by the clock of the system; one that breaks a grammar, too. It ends when its input does.
 */
#include "arena.h"
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <tree_sitter/api.h>
#include <unistd.h>

#define GRAMMAR(name) const TSLanguage *tree_sitter_##name(void);
#include "grammars.h"
#undef GRAMMAR

static const struct {
  const char *name;
  const TSLanguage *(*language)(void);
} grammars[] = {
#define GRAMMAR(name) {#name, tree_sitter_##name},
#include "grammars.h"
#undef GRAMMAR
};

enum { QUERY, PARSE, WIDEN };
enum { DONE, LATE, UNKNOWN };

struct question {
  uint32_t kind, place, limit_ms, length;
};

/** What is needed for a language. Empty where its grammar or its query is of no use. */
struct desk {
  const TSLanguage *language;
  TSQuery *query;
  /** For each pattern, whether it asks something of the texts of its captures. */
  bool *has_predicates;
};

struct words {
  uint32_t *at;
  size_t count, room;
};

static struct desk *desks = NULL;
static uint32_t desks_count = 0;
static struct words words = {NULL, 0, 0};

static void make_room(size_t more) {
  if (words.count + more <= words.room) return;
  words.room = 2 * (words.count + more) + 4096;
  words.at = must(realloc(words.at, words.room * sizeof *words.at));
}

static void say(uint32_t word) {
  make_room(1);
  words.at[words.count++] = word;
}

/** Its length, and as many words as hold it. */
static void say_text(const char *text, uint32_t length) {
  size_t count = (length + sizeof(uint32_t) - 1) / sizeof(uint32_t);
  say(length);
  make_room(count);
  memset(words.at + words.count, 0, count * sizeof(uint32_t));
  memcpy(words.at + words.count, text, length);
  words.count += count;
}

static void write_all(const void *bytes, size_t length) {
  const char *rest = bytes;
  while (length > 0) {
    ssize_t written = write(STDOUT_FILENO, rest, length);
    if (written <= 0) exit(0);
    rest += written;
    length -= written;
  }
}

/** Words that are kept for what comes before an answer. */
#define HEAD 3

static void answer(uint32_t status) {
  static uint32_t answered = 0;
  words.at[0] = ++answered;
  words.at[1] = status;
  words.at[2] = status == DONE ? (words.count - HEAD) * sizeof(uint32_t) : 0;
  write_all(words.at, HEAD * sizeof(uint32_t) + words.at[2]);
}

static const TSLanguage *language_named(const char *name) {
  for (size_t at = 0; at < sizeof grammars / sizeof *grammars; at++)
    if (strcmp(grammars[at].name, name) == 0) return grammars[at].language();
  return NULL;
}

static void say_query(struct desk *desk) {
  uint32_t captures = ts_query_capture_count(desk->query), patterns = ts_query_pattern_count(desk->query);
  uint32_t strings = ts_query_string_count(desk->query), length;
  desk->has_predicates = must(calloc(patterns + 1, sizeof(bool)));
  say(captures);
  for (uint32_t at = 0; at < captures; at++) {
    const char *name = ts_query_capture_name_for_id(desk->query, at, &length);
    say_text(name, length);
  }
  say(strings);
  for (uint32_t at = 0; at < strings; at++) {
    const char *text = ts_query_string_value_for_id(desk->query, at, &length);
    say_text(text, length);
  }
  say(patterns);
  for (uint32_t pattern = 0; pattern < patterns; pattern++) {
    const TSQueryPredicateStep *steps = ts_query_predicates_for_pattern(desk->query, pattern, &length);
    desk->has_predicates[pattern] = length > 0;
    say(length);
    for (uint32_t at = 0; at < length; at++) {
      say(steps[at].type);
      say(steps[at].value_id);
    }
  }
}

static struct desk *desk_at(uint32_t place) {
  if (place >= desks_count) {
    desks = must(realloc(desks, (place + 1) * sizeof *desks));
    memset(desks + desks_count, 0, (place + 1 - desks_count) * sizeof *desks);
    desks_count = place + 1;
  }
  return &desks[place];
}

static void open_desk(const struct question *question, const char *text) {
  struct desk *desk = desk_at(question->place);
  uint32_t length = question->length;
  size_t name_length = strnlen(text, length);
  if (name_length == length) return answer(UNKNOWN);
  uint32_t error_at;
  TSQueryError error;
  desk->language = language_named(text);
  if (desk->language == NULL) return answer(UNKNOWN);
  const char *query = text + name_length + 1;
  desk->query = ts_query_new(desk->language, query, length - name_length - 1, &error_at, &error);
  if (desk->query == NULL) return answer(UNKNOWN);
  say_query(desk);
  answer(DONE);
}

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static bool is_parse_late(TSParseState *state) { return now_ms() > *(const double *)state->payload; }

static bool is_query_late(TSQueryCursorState *state) { return now_ms() > *(const double *)state->payload; }

struct text {
  const char *bytes;
  uint32_t length;
};

static const char *read_text(void *payload, uint32_t from, TSPoint point, uint32_t *length) {
  (void)point;
  const struct text *text = payload;
  *length = from < text->length ? text->length - from : 0;
  return text->bytes + (from < text->length ? from : text->length);
}

/** Bytes. */
#define LETTER 2

/** Ends the program when it has been at work for so long. */
static void set_clock(uint32_t ms) {
  struct itimerval clock = {{0, 0}, {ms / 1000, ms % 1000 * 1000}};
  setitimer(ITIMER_PROF, &clock, NULL);
}

static void say_capture(const TSQueryCapture *capture) {
  TSPoint start = ts_node_start_point(capture->node), end = ts_node_end_point(capture->node);
  make_room(7);
  uint32_t *at = words.at + words.count;
  at[0] = capture->index;
  at[1] = (uint32_t)(uintptr_t)capture->node.id;
  at[2] = ts_node_start_byte(capture->node) / LETTER;
  at[3] = ts_node_end_byte(capture->node) / LETTER;
  at[4] = start.row;
  at[5] = end.row;
  at[6] = end.column / LETTER;
  words.count += 7;
}

/** A pattern that asks something of its captures is said with all of them: minus its number and one, their count, which it is. */
static void say_captures(const struct desk *desk, TSQueryCursor *cursor) {
  TSQueryMatch match;
  uint32_t which;
  while (ts_query_cursor_next_capture(cursor, &match, &which)) {
    if (!desk->has_predicates[match.pattern_index]) {
      say_capture(&match.captures[which]);
      continue;
    }
    say(-(uint32_t)match.pattern_index - 1);
    say(match.capture_count);
    say(which);
    for (uint16_t at = 0; at < match.capture_count; at++) say_capture(&match.captures[at]);
  }
}

/** Whether it was done in time. */
static bool find_captures(const struct desk *desk, TSParser *parser, struct text *text, double deadline) {
  TSInput input = {text, read_text, TSInputEncodingUTF16LE, NULL};
  TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, (TSParseOptions){&deadline, is_parse_late});
  if (tree == NULL) return false;
  TSNode root = ts_tree_root_node(tree);
  TSQueryCursor *cursor = ts_query_cursor_new();
  TSQueryCursorOptions options = {&deadline, is_query_late};
  say(ts_node_has_error(root));
  ts_query_cursor_exec_with_options(cursor, desk->query, root, &options);
  say_captures(desk, cursor);
  return now_ms() <= deadline;
}

static void parse(const struct question *question, char *bytes) {
  const struct desk *desk = desk_at(question->place);
  if (desk->query == NULL) return answer(UNKNOWN);
  double deadline = now_ms() + question->limit_ms;
  struct text text = {bytes, question->length};
  set_clock(2 * question->limit_ms + 1000);
  is_lasting = false;
  TSParser *parser = ts_parser_new();
  bool is_done = ts_parser_set_language(parser, desk->language) && find_captures(desk, parser, &text, deadline);
  // Scanners have memory of their own. The tree and the cursor have none.
  ts_parser_delete(parser);
  give_up_all();
  is_lasting = true;
  set_clock(0);
  answer(is_done ? DONE : LATE);
}

/** Behind what was asked, so that half a letter at its end is not looked for beyond. */
#define SPARE 4

struct room {
  char *at;
  size_t size;
};

static char *room_for(struct room *room, size_t size) {
  if (size > room->size) {
    room->size = size;
    room->at = must(realloc(room->at, size));
  }
  return room->at;
}

/** Letters of ASCII, as far as there is a row of them. */
static const uint8_t *widen_plain(const uint8_t *from, const uint8_t *end, uint16_t **to) {
  for (; end - from >= 8; from += 8, *to += 8) {
    uint64_t row;
    memcpy(&row, from, sizeof row);
    if (row & 0x8080808080808080) break;
    for (int at = 0; at < 8; at++) (*to)[at] = from[at];
  }
  while (from < end && *from < 0x80) *(*to)++ = *from++;
  return from;
}

/** In UTF-16, of UTF-8 that is known to be whole: of what is not, something is made, in no more room. */
static char *widened(const struct question *question, const char *bytes, uint32_t *length) {
  static struct room room = {NULL, 0};
  const uint8_t *from = (const uint8_t *)bytes, *end = from + question->length;
  uint16_t *start = (uint16_t *)room_for(&room, (question->length + SPARE) * sizeof *start), *to = start;
  while ((from = widen_plain(from, end, &to)) < end) {
    if (*from < 0xe0) {
      *to++ = (from[0] & 0x1f) << 6 | (from[1] & 0x3f);
      from += 2;
    } else if (*from < 0xf0) {
      *to++ = (from[0] & 0x0f) << 12 | (from[1] & 0x3f) << 6 | (from[2] & 0x3f);
      from += 3;
    } else {
      uint32_t beyond = ((from[0] & 0x07) << 18 | (from[1] & 0x3f) << 12 | (from[2] & 0x3f) << 6 | (from[3] & 0x3f)) - 0x10000;
      *to++ = 0xd800 | (beyond >> 10 & 0x3ff);
      *to++ = 0xdc00 | (beyond & 0x3ff);
      from += 4;
    }
  }
  *length = (to - start) * sizeof *start;
  return (char *)start;
}

int main(void) {
  struct question question;
  struct room room = {NULL, 0};
  ts_set_allocator(take, take_clean, take_more, give_back);
  while (fread(&question, sizeof question, 1, stdin) == 1) {
    char *bytes = room_for(&room, question.length + SPARE);
    if (fread(bytes, 1, question.length, stdin) != question.length) break;
    memset(bytes + question.length, 0, SPARE);
    if (question.kind == WIDEN) bytes = widened(&question, bytes, &question.length);
    words.count = 0;
    for (int at = 0; at < HEAD; at++) say(0);
    if (question.kind == QUERY)
      open_desk(&question, bytes);
    else
      parse(&question, bytes);
  }
  return 0;
}
