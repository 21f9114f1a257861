; Definitions

(function_declaration name: [
  (identifier) @name
  (dot_index_expression table: (identifier) @holder field: (identifier) @name)
  (dot_index_expression table: (dot_index_expression field: (identifier) @holder) field: (identifier) @name)
]) @def.function
(function_declaration name: (method_index_expression table: [
  (identifier) @holder
  (dot_index_expression field: (identifier) @holder)
] method: (identifier) @name)) @def.method
(function_declaration "local" @hidden)
(function_declaration body: (_) @body @local)
(function_declaration !body "end" @body)

(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_definition)))) @def.function
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name (attribute))
  (expression_list . value: (_) @body))) @def.constant
; What a module gives back is mostly called like this, and that says nothing of it: it only frames what it has.
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: [(table_constructor) (function_call)] @body))) @def.module
  (#match? @name "^_?M$"))
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: [(table_constructor) (string) (number) (true) (false) (nil)] @body))) @def.variable
  (#not-eq? @name "M") (#not-eq? @name "_M"))
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_call name: (_) @_call) @body))) @def.variable
  (#not-eq? @_call "require") (#not-eq? @name "M") (#not-eq? @name "_M"))
(variable_declaration "local" @hidden)

(chunk (assignment_statement
  (variable_list . name: [
    (identifier) @name
    (dot_index_expression table: (identifier) @holder field: (identifier) @name)
  ])
  (expression_list . value: (function_definition))) @def.function)
(chunk (assignment_statement
  (variable_list . name: [
    (identifier) @name
    (dot_index_expression table: (identifier) @holder field: (identifier) @name)
  ])
  (expression_list . value: (_) @body)) @def.variable)
(expression_list value: (table_constructor (field name: (identifier) @name value: (function_definition)) @def.function))

(expression_list . value: (function_definition body: (_) @body))
(expression_list . value: (function_definition !body "end" @body))
(expression_list value: (table_constructor (field name: (identifier) value: (function_definition body: (_) @body))))
(expression_list value: (table_constructor (field name: (identifier) value: (function_definition !body "end" @body))))
(function_definition body: (_) @local)

; What others may use

(chunk (return_statement (expression_list [
  (identifier) @exported.name
  (function_call arguments: (arguments (identifier) @exported.name))
  (table_constructor (field value: (identifier) @exported.name))
])))

; References

(function_call name: [
  (identifier) @ref.call
  (dot_index_expression field: (identifier) @ref.call)
  (method_index_expression method: (identifier) @ref.call)
])

; Imports

((function_call
  name: (identifier) @_require
  arguments: (arguments . (string content: (_) @import.from))) @import
  (#eq? @_require "require"))
