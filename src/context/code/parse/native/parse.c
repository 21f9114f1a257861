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
#include "runtime.h"
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "find.h"

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
  const struct query *query;
  uint16_t **state_rows;
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

static void say_names(const struct names *names) {
  say(names->count);
  for (uint32_t at = 0; at < names->count; at++) say_text(names->at[at], strlen(names->at[at]));
}

static void say_query(const struct query *query) {
  say_names(&query->captures);
  say_names(&query->strings);
  say(query->patterns_count);
  for (uint32_t at = 0; at < query->patterns_count; at++) {
    const struct pattern *pattern = &query->patterns[at];
    say(pattern->predicates_count / 2);
    for (uint32_t word = 0; word < pattern->predicates_count; word++) say(pattern->predicates[word]);
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
  desk->language = language_named(text);
  if (desk->language == NULL) return answer(UNKNOWN);
  desk->query = read_query(desk->language, text + name_length + 1, length - name_length - 1);
  if (desk->query == NULL) return answer(UNKNOWN);
  desk->state_rows = must(calloc(desk->language->state_count, sizeof *desk->state_rows));
  say_query(desk->query);
  answer(DONE);
}

static bool is_parse_late(TSParseState *state) { return now_ms() > *(const double *)state->payload; }

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

/** Ends the program when it has been at work for so long. */
static void set_clock(uint32_t ms) {
  struct itimerval clock = {{0, 0}, {ms / 1000, ms % 1000 * 1000}};
  setitimer(ITIMER_PROF, &clock, NULL);
}

/** Where rows begin. */
static LIST(uint32_t) rows;

static void number_rows(const struct text *text) {
  const uint16_t *letters = (const uint16_t *)text->bytes;
  rows.count = 0;
  *PUSH(rows) = 0;
  for (uint32_t at = 0; at < text->length / LETTER; at++)
    if (letters[at] == '\n') *PUSH(rows) = (at + 1) * LETTER;
}

/** Of a byte, not before some row. */
static uint32_t row_of(uint32_t byte, uint32_t from) {
  uint32_t to = rows.count;
  while (to - from > 1) {
    uint32_t middle = from + (to - from) / 2;
    if (rows.at[middle] <= byte) from = middle;
    else to = middle;
  }
  return from;
}

static void say_capture(const struct found *one) {
  const struct part *part = &parts.at[one->part];
  uint32_t start_row = row_of(part->start, 0), end_row = row_of(part->end, start_row);
  make_room(7);
  uint32_t *at = words.at + words.count;
  at[0] = one->capture;
  at[1] = one->part;
  at[2] = part->start / LETTER;
  at[3] = part->end / LETTER;
  at[4] = start_row;
  at[5] = end_row;
  at[6] = (part->end - rows.at[end_row]) / LETTER;
  words.count += 7;
}

/** A pattern that asks something of its captures is said with all of them: minus its number and one, their count, which it is. */
static void say_captures(const struct query *query) {
  for (uint32_t at = 0; at < ordered.count; at++) {
    const struct found *one = &found.at[ordered.at[at]];
    if (query->patterns[one->pattern].predicates_count == 0) {
      say_capture(one);
      continue;
    }
    say(-one->pattern - 1);
    say(one->count);
    say(ordered.at[at] - one->first);
    for (uint32_t of = 0; of < one->count; of++) say_capture(&found.at[one->first + of]);
  }
}

/** Whether it was done in time. */
static bool find_captures(const struct desk *desk, TSParser *parser, struct text *text, double until) {
  TSInput input = {text, read_text, TSInputEncodingUTF16LE, NULL};
  TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, (TSParseOptions){&until, is_parse_late});
  if (tree == NULL || !find(desk->query, tree, until)) return false;
  say(ts_node_has_error(ts_tree_root_node(tree)));
  number_rows(text);
  say_captures(desk->query);
  return true;
}

static void parse(const struct question *question, char *bytes) {
  const struct desk *desk = desk_at(question->place);
  if (desk->query == NULL) return answer(UNKNOWN);
  double deadline = now_ms() + question->limit_ms;
  struct text text = {bytes, question->length};
  set_clock(2 * question->limit_ms + 1000);
  is_lasting = false;
  TSParser *parser = open_parser();
  state_rows = desk->state_rows;
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
