; Definitions

(section . (atx_heading heading_content: (_) @name) . (_)? @body) @def.heading
(setext_heading heading_content: (_) @name . (_) @body) @def.heading

; Imports

(paragraph (inline) @import)
(pipe_table_cell) @import
(link_reference_definition) @import
