(class_definition
  name: (identifier) @name
  body: (block) @body) @def.class

(class_definition
  superclasses: (argument_list [
    (identifier) @ref.extends
    (attribute attribute: (identifier) @ref.extends)
    (subscript value: (identifier) @ref.extends)
  ]))

(function_definition
  name: (identifier) @name
  body: (block) @body) @def.function

(module (expression_statement (assignment
  left: (identifier) @name
  right: (_) @body) @def.constant))

(class_definition body: (block (expression_statement (assignment
  left: (identifier) @name
  type: (_)
  right: (_)? @body) @def.property)))

(class_definition body: (block . (expression_statement . (string) @doc .)))
(function_definition body: (block . (expression_statement . (string) @doc .)))

(call function: [
  (identifier) @ref.call
  (attribute attribute: (identifier) @ref.call)
])

(decorator [
  (identifier) @ref.call
  (attribute attribute: (identifier) @ref.call)
])

(type [
  (identifier) @ref.type
  (generic_type (identifier) @ref.type)
  (attribute attribute: (identifier) @ref.type)
  (union_type (type (identifier) @ref.type))
  (binary_operator (identifier) @ref.type)
])

(import_statement name: [
  (dotted_name) @import.from
  (aliased_import name: (dotted_name) @import.from)
]) @import

(import_from_statement
  module_name: (_) @import.from) @import

(import_from_statement name: [
  (dotted_name) @import.name
  (aliased_import name: (dotted_name) @import.name)
])

(import_from_statement (wildcard_import) @import.name)
