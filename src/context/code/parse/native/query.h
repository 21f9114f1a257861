/**
 * Reads a query of tree-sitter's into a form that `find.h` matches: its own takes a third of a second to compile the largest, and
 * a third of the time that a text takes to match. What keel's queries do not have is not read, and such a query is refused: repeated
 * parts, parts beside each other without one around them, missing nodes, errors, supertypes, and `_` before an anchor.
 */
#include "arena.h"
#include "language.h"
#include <ctype.h>

enum { CAPTURES_MAX = 3, WITHOUT_MAX = 3, NESTING_MAX = 32, TAKEN_MAX = 64 };

/** What a node of the tree has to be. */
struct wish {
  TSSymbol symbol;
  /** Whatever its symbol, but no error: `_` and, where it has to be named, `(_)`. */
  bool is_any, is_named;
  /** Behind an anchor, and before one that is the last. */
  bool is_next, is_last;
  TSFieldId field;
  TSFieldId without[WITHOUT_MAX];
  uint16_t captures[CAPTURES_MAX];
  uint8_t without_count, captures_count;
  struct place *places;
  uint32_t places_count;
};

/** A child that is looked for: any of some wishes, or none of them where it may be missing. */
struct place {
  struct wish *wishes;
  uint32_t wishes_count;
  bool is_optional;
};

struct pattern {
  struct place root;
  /** As tree-sitter says them: pairs of a type and a value, of which 0 ends a predicate, 1 is a capture and 2 a string. */
  uint32_t *predicates;
  uint32_t predicates_count;
  /** Of all of its parts. */
  uint32_t captures_count;
};

struct names {
  char **at;
  uint32_t count;
};

struct query {
  const TSLanguage *language;
  struct pattern *patterns;
  uint32_t patterns_count;
  struct names captures, strings;
  /** What to begin with at a node, in the order of its symbols: those of a symbol end where those of the next begin. */
  struct begin *begins;
  uint32_t *by_symbol;
};

struct begin {
  uint32_t pattern;
  const struct wish *wish;
};

/** Room for one more of what there is a number of. The pieces are few and last. */
#define ADD(list, count) ((list) = must(realloc((list), ((count) + 1) * sizeof *(list))), &(list)[(count)++])

struct reader {
  struct query *query;
  const char *at, *end;
  bool is_wrong;
  uint32_t nesting;
};

static char next_letter(const struct reader *reader) { return reader->at < reader->end ? *reader->at : 0; }

static void skip_space(struct reader *reader) {
  for (; reader->at < reader->end; reader->at++) {
    if (*reader->at == ';')
      while (reader->at + 1 < reader->end && reader->at[1] != '\n') reader->at++;
    else if (!isspace((unsigned char)*reader->at))
      return;
  }
}

static bool take_letter(struct reader *reader, char letter) {
  if (next_letter(reader) != letter) return false;
  reader->at++;
  skip_space(reader);
  return true;
}

static bool refuse(struct reader *reader) {
  reader->is_wrong = true;
  return false;
}

/** Its length, without what is between it and the next word. */
static uint32_t take_word(struct reader *reader, const char **word) {
  const char *start = *word = reader->at;
  while (isalnum((unsigned char)next_letter(reader)) || (next_letter(reader) != 0 && strchr("_-.?", next_letter(reader))))
    reader->at++;
  uint32_t length = reader->at - start;
  if (length == 0) refuse(reader);
  skip_space(reader);
  return length;
}

/** A string in quotation marks, as a piece of its own. */
static char *take_string(struct reader *reader) {
  char *text = must(malloc(reader->end - reader->at + 1)), *to = text;
  for (reader->at++; next_letter(reader) != '"'; reader->at++) {
    char letter = next_letter(reader);
    if (letter == 0) {
      refuse(reader);
      break;
    }
    if (letter == '\\') {
      reader->at++;
      letter = next_letter(reader);
      const char *meant = letter == 0 ? NULL : strchr("n\nr\rt\t", letter);
      if (meant != NULL && isalpha((unsigned char)letter)) letter = meant[1];
    }
    *to++ = letter;
  }
  *to = 0;
  if (reader->at < reader->end) reader->at++;
  skip_space(reader);
  return text;
}

static uint32_t number_of(struct names *names, const char *name, uint32_t length) {
  for (uint32_t at = 0; at < names->count; at++)
    if (strlen(names->at[at]) == length && strncmp(names->at[at], name, length) == 0) return at;
  char *copy = must(calloc(length + 1, 1));
  memcpy(copy, name, length);
  *ADD(names->at, names->count) = copy;
  return names->count - 1;
}

static void say_predicate(struct pattern *pattern, uint32_t type, uint32_t value) {
  *ADD(pattern->predicates, pattern->predicates_count) = type;
  *ADD(pattern->predicates, pattern->predicates_count) = value;
}

/** From its name on. */
static void read_predicate(struct reader *reader, struct pattern *pattern) {
  struct query *query = reader->query;
  const char *word;
  uint32_t length = take_word(reader, &word);
  say_predicate(pattern, 2, number_of(&query->strings, word, length));
  while (!reader->is_wrong && !take_letter(reader, ')')) {
    if (take_letter(reader, '@')) {
      length = take_word(reader, &word);
      say_predicate(pattern, 1, number_of(&query->captures, word, length));
    } else if (next_letter(reader) == '"') {
      char *text = take_string(reader);
      say_predicate(pattern, 2, number_of(&query->strings, text, strlen(text)));
      free(text);
    } else
      refuse(reader);
  }
  say_predicate(pattern, 0, 0);
}

static void read_place(struct reader *reader, struct pattern *pattern, struct place *place);

static void name_symbol(struct reader *reader, struct wish *wish, const char *name, uint32_t length, bool is_named) {
  wish->symbol = ts_language_symbol_for_name(reader->query->language, name, length, is_named);
  if (wish->symbol == 0 || wish->symbol == ts_builtin_sym_error ||
      ts_language_symbol_metadata(reader->query->language, wish->symbol).supertype)
    refuse(reader);
}

static void mark_last(struct place *place) {
  for (uint32_t at = 0; at < place->wishes_count; at++) place->wishes[at].is_last = true;
}

static TSFieldId field_named(struct reader *reader, const char *name, uint32_t length) {
  TSFieldId field = ts_language_field_id_for_name(reader->query->language, name, length);
  if (field == 0) refuse(reader);
  return field;
}

/** What is between the brackets of a node, behind its name. */
static void read_places(struct reader *reader, struct pattern *pattern, struct wish *wish) {
  bool is_next = false;
  while (!reader->is_wrong && !take_letter(reader, ')')) {
    if (take_letter(reader, '!')) {
      const char *word;
      uint32_t length = take_word(reader, &word);
      if (wish->without_count == WITHOUT_MAX) refuse(reader);
      else wish->without[wish->without_count++] = field_named(reader, word, length);
    } else if (take_letter(reader, '.')) {
      is_next = true;
      if (next_letter(reader) != ')') continue;
      if (wish->places_count == 0) refuse(reader);
      else mark_last(&wish->places[wish->places_count - 1]);
    } else if (next_letter(reader) == '(' && reader->at + 1 < reader->end && reader->at[1] == '#') {
      reader->at += 2;
      read_predicate(reader, pattern);
    } else {
      struct place place = {NULL, 0, false};
      read_place(reader, pattern, &place);
      for (uint32_t at = 0; at < place.wishes_count; at++) place.wishes[at].is_next = is_next;
      const struct place *before = wish->places_count > 0 ? &wish->places[wish->places_count - 1] : NULL;
      for (uint32_t at = 0; is_next && before != NULL && at < before->wishes_count; at++)
        if (before->wishes[at].is_any && !before->wishes[at].is_named) refuse(reader);
      *ADD(wish->places, wish->places_count) = place;
      is_next = false;
    }
  }
}

/** A node in brackets, a string, or any. */
static void read_wish(struct reader *reader, struct pattern *pattern, struct wish *wish) {
  memset(wish, 0, sizeof *wish);
  if (next_letter(reader) == '"') {
    char *text = take_string(reader);
    name_symbol(reader, wish, text, strlen(text), false);
    free(text);
  } else if (next_letter(reader) == '_') {
    reader->at++;
    skip_space(reader);
    wish->is_any = true;
  } else if (take_letter(reader, '(')) {
    const char *word;
    uint32_t length = take_word(reader, &word);
    if (length == 1 && *word == '_') wish->is_any = wish->is_named = true;
    else name_symbol(reader, wish, word, length, true);
    read_places(reader, pattern, wish);
  } else
    refuse(reader);
}

static void read_captures(struct reader *reader, struct pattern *pattern, struct place *place) {
  while (take_letter(reader, '@')) {
    const char *word;
    uint32_t length = take_word(reader, &word);
    uint16_t capture = number_of(&reader->query->captures, word, length);
    for (uint32_t at = 0; at < place->wishes_count; at++) {
      struct wish *wish = &place->wishes[at];
      if (wish->captures_count == CAPTURES_MAX || pattern->captures_count++ == TAKEN_MAX) refuse(reader);
      else wish->captures[wish->captures_count++] = capture;
    }
  }
}

/** With the name of its field, what follows it, and in square brackets one of several. */
static void read_place(struct reader *reader, struct pattern *pattern, struct place *place) {
  TSFieldId field = 0;
  if (++reader->nesting > NESTING_MAX) refuse(reader);
  if (isalpha((unsigned char)next_letter(reader))) {
    const char *word;
    uint32_t length = take_word(reader, &word);
    field = field_named(reader, word, length);
    if (!take_letter(reader, ':')) refuse(reader);
  }
  if (take_letter(reader, '[')) {
    while (!reader->is_wrong && !take_letter(reader, ']')) {
      struct place one = {NULL, 0, false};
      read_place(reader, pattern, &one);
      if (one.is_optional) refuse(reader);
      for (uint32_t at = 0; at < one.wishes_count; at++) *ADD(place->wishes, place->wishes_count) = one.wishes[at];
      free(one.wishes);
    }
  } else if (!reader->is_wrong)
    read_wish(reader, pattern, ADD(place->wishes, place->wishes_count));
  for (uint32_t at = 0; field != 0 && at < place->wishes_count; at++) place->wishes[at].field = field;
  read_captures(reader, pattern, place);
  if (take_letter(reader, '?')) {
    place->is_optional = true;
    read_captures(reader, pattern, place);
  }
  if (next_letter(reader) == '*' || next_letter(reader) == '+') refuse(reader);
  reader->nesting--;
}

static void read_pattern(struct reader *reader, struct pattern *pattern) {
  memset(pattern, 0, sizeof *pattern);
  struct place place = {NULL, 0, false};
  const char *start = reader->at;
  bool is_group = take_letter(reader, '(') && next_letter(reader) == '(';
  if (!is_group) reader->at = start;
  read_place(reader, pattern, &place);
  while (is_group && !reader->is_wrong && !take_letter(reader, ')')) {
    if (!take_letter(reader, '(') || !take_letter(reader, '#')) refuse(reader);
    else read_predicate(reader, pattern);
  }
  if (place.is_optional) refuse(reader);
  for (uint32_t at = 0; at < place.wishes_count; at++)
    if (place.wishes[at].field != 0) refuse(reader);
  pattern->root = place;
}

static void order_begins(struct query *query) {
  uint32_t symbols = ts_language_symbol_count(query->language), count = 0;
  query->by_symbol = must(calloc(symbols + 1, sizeof(uint32_t)));
  for (uint32_t symbol = 0; symbol < symbols; symbol++) {
    for (uint32_t pattern = 0; pattern < query->patterns_count; pattern++) {
      const struct place *root = &query->patterns[pattern].root;
      for (uint32_t at = 0; at < root->wishes_count; at++)
        if (root->wishes[at].is_any || root->wishes[at].symbol == symbol) *ADD(query->begins, count) = (struct begin){pattern, &root->wishes[at]};
    }
    query->by_symbol[symbol + 1] = count;
  }
}

/** Null where it has something that is not read here. What was read of it by then is not given back. */
static struct query *read_query(const TSLanguage *language, const char *text, uint32_t length) {
  struct query *query = must(calloc(1, sizeof *query));
  struct reader reader = {query, text, text + length, false, 0};
  query->language = language;
  skip_space(&reader);
  while (!reader.is_wrong && reader.at < reader.end) read_pattern(&reader, ADD(query->patterns, query->patterns_count));
  if (reader.is_wrong) return NULL;
  order_begins(query);
  return query;
}
