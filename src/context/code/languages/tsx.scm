; Definitions

(class_declaration name: (type_identifier) @name body: (_) @body) @def.class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @def.class
(interface_declaration name: (type_identifier) @name body: (_) @body) @def.interface
(enum_declaration name: (identifier) @name body: (_) @body) @def.enum
(type_alias_declaration name: (type_identifier) @name value: (_) @body) @def.type
(internal_module name: (_) @name body: (_) @body) @def.module
(module name: (_) @name body: (_) @body) @def.module
(function_signature name: (identifier) @name) @def.function
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @def.variable))
(function_declaration name: (identifier) @name body: (_) @body) @def.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @def.function
(method_definition name: [(property_identifier) (private_property_identifier)] @name body: (_) @body) @def.method
(interface_body (method_signature name: (property_identifier) @name) @def.method)
(interface_body (property_signature name: (property_identifier) @name) @def.property)
(type_alias_declaration value: (object_type (method_signature name: (property_identifier) @name) @def.method))
(type_alias_declaration value: (object_type (property_signature name: (property_identifier) @name) @def.property))
(abstract_method_signature name: (property_identifier) @name) @def.method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body)
]) @def.method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name value: (_)? @body) @def.property
(method_definition (accessibility_modifier ["private" "protected"]) @hidden)
(abstract_method_signature (accessibility_modifier ["private" "protected"]) @hidden)
(public_field_definition (accessibility_modifier ["private" "protected"]) @hidden)

(program [
  (lexical_declaration (variable_declarator name: (identifier) @name value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body)
  ]) @def.function)
  (export_statement (lexical_declaration (variable_declarator name: (identifier) @name value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body)
  ]) @def.function))
  (variable_declaration (variable_declarator name: (identifier) @name value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body)
  ]) @def.function)
])

(program [
  (lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @body) @def.constant)
  (export_statement (lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @body) @def.constant))
  (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @body) @def.variable)
  (export_statement (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @body) @def.variable))
])

; const thing = { name: function () {} }
(program [
  (lexical_declaration (variable_declarator value: (object (pair key: (property_identifier) @name value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body)
  ]) @def.method)))
  (export_statement (lexical_declaration (variable_declarator value: (object (pair key: (property_identifier) @name value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body)
  ]) @def.method))))
  (variable_declaration (variable_declarator value: (object (pair key: (property_identifier) @name value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body)
  ]) @def.method)))
  (export_statement value: (object (pair key: (property_identifier) @name value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body)
  ]) @def.method))
  (expression_statement (assignment_expression right: (object (pair key: (property_identifier) @name value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body)
  ]) @def.method)))
])

; exports.name = function () {}
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @public property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body) (class body: (_) @body)]) @def.function)
  (#eq? @public "exports"))

; module.exports.name = function () {}
(program (expression_statement (assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @public)
    property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @def.function)
  (#eq? @_module "module") (#eq? @public "exports"))

; module.exports = class Name {}
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @public)
  right: (class name: (type_identifier) @name body: (_) @body)) @def.class)
  (#eq? @_module "module") (#eq? @public "exports"))
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @public)
  right: (function_expression name: (identifier) @name body: (_) @body)) @def.function)
  (#eq? @_module "module") (#eq? @public "exports"))

; Type.prototype.name = function () {}
((assignment_expression
  left: (member_expression
    object: (member_expression
      object: [(identifier) @holder (member_expression property: (property_identifier) @holder)]
      property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @def.method
  (#eq? @_prototype "prototype"))

; thing.name = function () {}
(program (expression_statement (assignment_expression
  left: (member_expression
    object: [(identifier) @holder (member_expression property: (property_identifier) @holder)]
    property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @def.function)
  (#not-any-of? @holder "exports" "module" "prototype"))

; What others may use

(export_statement) @exported
(export_specifier name: (identifier) @exported.name)
(export_statement value: (identifier) @exported.name)
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (identifier) @exported.name)
  (#eq? @_module "module") (#eq? @_exports "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object [
    (shorthand_property_identifier) @exported.name
    (pair value: (identifier) @exported.name)
    (pair key: (property_identifier) @public value: [(arrow_function) (function_expression)])
    (method_definition name: (property_identifier) @public)
  ]))
  (#eq? @_module "module") (#eq? @_exports "exports"))
; const name = exports = module.exports = {}
((variable_declarator name: (identifier) @exported.name value: [
  (assignment_expression
    left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports))
  (assignment_expression right: (assignment_expression
    left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)))
])
  (#eq? @_module "module") (#eq? @_exports "exports"))

; References

(call_expression function: [
  (identifier) @ref.call
  (member_expression property: (property_identifier) @ref.call)
])
(new_expression constructor: [
  (identifier) @ref.new
  (member_expression property: (property_identifier) @ref.new)
])
(extends_clause value: [
  (identifier) @ref.extends
  (member_expression property: (property_identifier) @ref.extends)
])
(implements_clause [
  (type_identifier) @ref.extends
  (generic_type name: (type_identifier) @ref.extends)
  (nested_type_identifier name: (type_identifier) @ref.extends)
])
(extends_type_clause type: [
  (type_identifier) @ref.extends
  (generic_type name: (type_identifier) @ref.extends)
])
(type_annotation (type_identifier) @ref.type)
(generic_type name: (type_identifier) @ref.type)
(type_arguments (type_identifier) @ref.type)
(union_type (type_identifier) @ref.type)
(intersection_type (type_identifier) @ref.type)
(array_type (type_identifier) @ref.type)
(type_alias_declaration value: (type_identifier) @ref.type)
(as_expression (type_identifier) @ref.type)
(satisfies_expression (type_identifier) @ref.type)
(nested_type_identifier name: (type_identifier) @ref.type)
(type_query (identifier) @ref.type)
(type_predicate type: (type_identifier) @ref.type)
(constraint (type_identifier) @ref.type)
(index_type_query (type_identifier) @ref.type)
(lookup_type (type_identifier) @ref.type)
(readonly_type (array_type (type_identifier) @ref.type))
(decorator [
  (identifier) @ref.call
  (call_expression function: (identifier) @ref.call)
])

(jsx_opening_element name: (identifier) @ref.call (#match? @ref.call "^[A-Z]"))
(jsx_opening_element name: (member_expression property: (property_identifier) @ref.call))
(jsx_self_closing_element name: (member_expression property: (property_identifier) @ref.call))
(jsx_self_closing_element name: (identifier) @ref.call (#match? @ref.call "^[A-Z]"))

; Imports

(import_statement) @import
(import_statement source: (string) @import.from)
(import_specifier name: (identifier) @import.name)
(import_clause (identifier) @import.default)
(namespace_import) @import.all
(export_statement source: (string) @import.from) @import
(export_statement (export_clause (export_specifier name: (identifier) @import.name)) source: (string))
(export_statement "*" @import.all source: (string))
((call_expression
  function: (identifier) @_require
  arguments: (arguments . (string) @import.from)) @import
  (#eq? @_require "require"))
; module.exports = require('whose')
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (call_expression function: (identifier) @import.all @_require))
  (#eq? @_module "module") (#eq? @_exports "exports") (#eq? @_require "require"))
(call_expression
  function: (import)
  arguments: (arguments . (string) @import.from)) @import

(import_require_clause source: (string) @import.from) @import
