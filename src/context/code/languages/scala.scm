; Definitions

(class_definition name: (identifier) @name body: (_)? @body) @def.class
(object_definition name: (identifier) @name body: (_)? @body) @def.class
(package_object name: (identifier) @name body: (_)? @body) @def.module
(trait_definition name: (identifier) @name body: (_)? @body) @def.trait
(enum_definition name: (identifier) @name body: (_) @body) @def.enum
(simple_enum_case name: (identifier) @name) @def.constant
(full_enum_case name: (identifier) @name) @def.constant
(type_definition name: (type_identifier) @name) @def.type
(function_definition name: (_) @name body: (_) @body) @def.function
(function_declaration name: (_) @name) @def.function
(class_parameter ["val" "var"] name: (identifier) @name default_value: (_)? @body) @def.property
(class_definition "case" (class_parameters
  (class_parameter name: (identifier) @name default_value: (_)? @body) @def.property))
(full_enum_case (class_parameters
  (class_parameter name: (identifier) @name default_value: (_)? @body) @def.property))
(object_definition body: (template_body (val_definition
  pattern: [(identifier) @name (identifiers (identifier) @name)]
  value: (_) @body) @def.constant))
(template_body [
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)] value: (_) @body)
  (var_definition pattern: [(identifier) @name (identifiers (identifier) @name)] value: (_) @body)
] @def.property)
(enum_body (val_definition pattern: (identifier) @name value: (_) @body) @def.property)
(val_declaration name: (identifier) @name) @def.property
(var_declaration name: (identifier) @name) @def.property
(compilation_unit (val_definition pattern: (identifier) @name value: (_) @body) @def.constant)
(compilation_unit (var_definition pattern: (identifier) @name value: (_) @body) @def.variable)
(given_definition name: (identifier) @name body: (_)? @body) @def.constant

; What extends a type belongs to it.
(given_definition !name) @block
(extension_definition parameters: (parameters (parameter type: [
  (type_identifier) @holder
  (generic_type type: (type_identifier) @holder)
]))) @block
(extension_definition) @block

(modifiers (access_modifier "private" @hidden .))
((modifiers (access_modifier "private" @hidden (access_qualifier (identifier) @_this)))
  (#eq? @_this "this"))
(annotation) @aside

; References

(extends_clause [
  (type_identifier) @ref.extends
  (generic_type type: (type_identifier) @ref.extends)
  (stable_type_identifier (type_identifier) @ref.extends .)
  (generic_type type: (stable_type_identifier (type_identifier) @ref.extends .))
  (compound_type [
    (type_identifier) @ref.extends
    (generic_type type: (type_identifier) @ref.extends)
  ])
])
(derives_clause (type_identifier) @ref.extends)
(instance_expression . [
  (type_identifier) @ref.new
  (generic_type type: (type_identifier) @ref.new)
  (stable_type_identifier (type_identifier) @ref.new .)
])
(call_expression function: [
  (identifier) @ref.call
  (generic_function function: (identifier) @ref.call)
])
; A method without arguments is called by no more than its name.
(field_expression field: (identifier) @ref.call)
(infix_expression operator: (identifier) @ref.call)
(field_expression value: (identifier) @ref.type)
(type_identifier) @ref.type

; Imports

(compilation_unit . (package_clause name: (_) @module))
(package_clause name: (_) @module)
(compilation_unit (package_clause) . (package_clause name: (_) @module.inner))
(import_declaration) @import
