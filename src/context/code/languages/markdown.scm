; Definitions

(section . (atx_heading heading_content: (_) @name) . (_)? @body) @def.heading
(setext_heading heading_content: (_) @name . (_) @body) @def.heading
; What is quoted has none.
(block_quote) @local

; Imports

(paragraph (inline) @import)
(pipe_table_cell) @import
(link_reference_definition) @import
