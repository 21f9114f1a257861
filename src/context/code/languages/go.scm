; Definitions

(type_spec
  name: (type_identifier) @name
  type: (struct_type (field_declaration_list) @body)) @def.struct
(type_spec
  name: (type_identifier) @name
  type: (interface_type "{" @body)) @def.interface
(type_spec name: (type_identifier) @name) @def.type
(type_alias name: (type_identifier) @name) @def.type
(function_declaration name: (identifier) @name body: (_)? @body) @def.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @holder
    (generic_type type: (type_identifier) @holder)
    (pointer_type [
      (type_identifier) @holder
      (generic_type type: (type_identifier) @holder)
    ])
  ]))
  name: (field_identifier) @name
  body: (_)? @body) @def.method
(method_elem name: (field_identifier) @name) @def.method
(field_declaration name: (field_identifier) @name tag: (_)? @body) @def.property
(field_declaration type: (struct_type (field_declaration_list) @body))
(source_file (const_declaration (const_spec (identifier) @name value: (_)? @body) @def.constant))
(source_file (var_declaration [
  (var_spec (identifier) @name value: (_)? @body) @def.variable
  (var_spec_list (var_spec (identifier) @name value: (_)? @body) @def.variable)
]))

; References

(field_declaration !name type: [
  (type_identifier) @ref.extends
  (qualified_type name: (type_identifier) @ref.extends)
  (generic_type type: (type_identifier) @ref.extends)
])
(interface_type (type_elem . [
  (type_identifier) @ref.extends
  (qualified_type name: (type_identifier) @ref.extends)
  (generic_type type: (type_identifier) @ref.extends)
] .))
(composite_literal type: [
  (type_identifier) @ref.new
  (qualified_type name: (type_identifier) @ref.new)
  (generic_type type: (type_identifier) @ref.new)
])
; What every error and whatever can be printed answers to.
(call_expression
  function: (selector_expression field: (field_identifier) @skip)
  arguments: (argument_list . "(" . ")")
  (#match? @skip "^(Error|String)$"))
(call_expression function: [
  (identifier) @ref.call
  (selector_expression field: (field_identifier) @ref.call)
])
(type_identifier) @ref.type

; Imports

(package_clause (package_identifier) @module)
(import_spec path: (_) @import.from) @import
(import_spec name: (dot) @import.all)
