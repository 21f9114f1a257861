/**
 * tree-sitter's runtime as a part of the program, so that the compiler sees through both, and with three of its ways made quicker: a
 * quarter of the time of a text. Its sources stay as they are. What it finds stays the same, too.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Its parts are counted for threads that share a tree. There is one here. */
#define __atomic_add_fetch(count, more, order) (*(count) += (more))
#define __atomic_sub_fetch(count, less, order) (*(count) -= (less))

/** Most states of a parser have a list of symbols that is gone through each time. */
#define ts_language_lookup look_up_in_lists
#include "language.h"
#undef ts_language_lookup

/** The same as a row for each state of the language in hand, made when it is asked for: what it has for each symbol. */
static uint16_t **state_rows = NULL;

static uint16_t *make_row(const TSLanguage *language, TSStateId state) {
  uint16_t *row = calloc(language->symbol_count, sizeof *row);
  if (row == NULL) exit(3);
  for (uint32_t symbol = 0; symbol < language->symbol_count; symbol++) row[symbol] = look_up_in_lists(language, state, symbol);
  return state_rows[state] = row;
}

static inline uint16_t ts_language_lookup(const TSLanguage *language, TSStateId state, TSSymbol symbol) {
  if (state < language->large_state_count) return look_up_in_lists(language, state, symbol);
  const uint16_t *row = state_rows[state];
  if (row == NULL) row = make_row(language, state);
  return row[symbol];
}

#include "lib.c"

/** Bytes, in UTF-16. */
#define LETTER 2

/** As the runtime has it for ASCII in UTF-8: the next letter of a line is taken at once, where both are of one unit. */
static void advance_in_line(TSLexer *given, bool is_skipped) {
  Lexer *lexer = (Lexer *)given;
  if (lexer->chunk == NULL) return;
  uint32_t next = lexer->current_position.bytes + LETTER;
  bool is_in_line = lexer->lookahead_size == LETTER && lexer->data.lookahead != '\n' && next > LETTER &&
                    lexer->included_range_count == 1 && next + LETTER <= lexer->chunk_start + lexer->chunk_size;
  uint16_t unit = 0xd800;
  if (is_in_line) memcpy(&unit, lexer->chunk + (next - lexer->chunk_start), sizeof unit);
  bool is_half = (unit & 0xf800) == 0xd800;
  if (is_half) {
    ts_lexer__do_advance(lexer, is_skipped);
    return;
  }
  ts_lexer__increment_column_data(lexer);
  lexer->current_position.bytes = next;
  lexer->current_position.extent.column += LETTER;
  if (is_skipped) lexer->token_start_position = lexer->current_position;
  lexer->data.lookahead = unit;
}

static TSParser *open_parser(void) {
  TSParser *parser = ts_parser_new();
  parser->lexer.data.advance = advance_in_line;
  return parser;
}
