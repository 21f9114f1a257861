; Definitions

(class_declaration "interface" (type_identifier) @name (class_body)? @body) @def.interface
(class_declaration "enum" (type_identifier) @name (enum_class_body)? @body) @def.enum
(class_declaration (type_identifier) @name (class_body)? @body) @def.class
; The grammar takes the body of `class A : B by c {}` for an argument of `c`.
(delegation_specifier (explicit_delegation (call_expression (call_suffix (annotated_lambda) @body) .)))
(object_declaration (type_identifier) @name (class_body)? @body) @def.class
(enum_entry (simple_identifier) @name (class_body)? @body) @def.constant
(type_alias (type_identifier) @name) @def.type
; One that extends a type is a method of it.
(function_declaration
  [(user_type) (nullable_type)]
  . (simple_identifier) @name (function_body)? @body) @def.method
(function_declaration (simple_identifier) @name (function_body)? @body) @def.function
(secondary_constructor "constructor" @name (function_value_parameters) . _? @body) @def.method
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @def.property
(source_file (property_declaration
  [(user_type) (nullable_type)]
  . (variable_declaration (simple_identifier) @name) . (_)? @body) @def.property)
(source_file (property_declaration
  (binding_pattern_kind "val")
  (variable_declaration (simple_identifier) @name) . (_)? @body) @def.constant)
(source_file (property_declaration
  (binding_pattern_kind "var")
  (variable_declaration (simple_identifier) @name) . (_)? @body) @def.variable)
(class_body (property_declaration
  (modifiers (property_modifier))
  (variable_declaration (simple_identifier) @name) . (_)? @body) @def.constant)
(class_body (property_declaration
  (variable_declaration (simple_identifier) @name) . (_)? @body) @def.property)
(enum_class_body (property_declaration
  (variable_declaration (simple_identifier) @name) . (_)? @body) @def.property)

; A companion is part of its class, and an extension of the type that it extends.
(companion_object) @block
(function_declaration
  [(user_type (type_identifier) @holder (type_arguments)? .)
   (nullable_type (user_type (type_identifier) @holder (type_arguments)? .))]
  . (simple_identifier))
(property_declaration
  [(user_type (type_identifier) @holder (type_arguments)? .)
   (nullable_type (user_type (type_identifier) @holder (type_arguments)? .))]
  . (variable_declaration))

(class_declaration (modifiers (visibility_modifier "private") @hidden))
(object_declaration (modifiers (visibility_modifier "private") @hidden))
(companion_object (modifiers (visibility_modifier "private") @hidden))
(type_alias (modifiers (visibility_modifier "private") @hidden))
(function_declaration (modifiers (visibility_modifier "private") @hidden))
(property_declaration (modifiers (visibility_modifier "private") @hidden))
(secondary_constructor (modifiers (visibility_modifier "private") @hidden))
(class_parameter (modifiers (visibility_modifier "private") @hidden))
(annotation) @aside

; References

(delegation_specifier [
  (user_type (type_identifier) @ref.extends (type_arguments)? .)
  (constructor_invocation (user_type (type_identifier) @ref.extends (type_arguments)? .))
  (explicit_delegation . (user_type (type_identifier) @ref.extends (type_arguments)? .))
])
(call_expression . [
  (simple_identifier) @ref.call
  (navigation_expression (navigation_suffix (simple_identifier) @ref.call))
])
(infix_expression (_) . (simple_identifier) @ref.call . (_))
(callable_reference (simple_identifier) @ref.call .)
(navigation_expression . (simple_identifier) @ref.type)
(import_alias (type_identifier) @skip)
(type_identifier) @ref.type

; Imports

(package_header (identifier) @module)
(import_header) @import
