; Definitions

(class_declaration
  declaration_kind: ["class" "actor"]
  name: (type_identifier) @name
  body: (_) @body) @def.class
(class_declaration
  declaration_kind: "struct"
  name: (type_identifier) @name
  body: (_) @body) @def.struct
(class_declaration
  declaration_kind: "enum"
  name: (type_identifier) @name
  body: (_) @body) @def.enum
(protocol_declaration name: (type_identifier) @name body: (_) @body) @def.interface
(typealias_declaration name: (type_identifier) @name) @def.type
(associatedtype_declaration name: (type_identifier) @name) @def.type
(enum_entry name: (simple_identifier) @name) @def.constant
(function_declaration
  name: [
    (simple_identifier) (custom_operator)
    "==" "!=" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "!" "~" "+=" "-="
  ] @name
  body: (_)? @body) @def.function
(protocol_function_declaration
  name: [
    (simple_identifier) (custom_operator)
    "==" "!=" "<" ">" "<=" ">=" "+" "-" "*" "/" "%"
  ] @name) @def.function
(init_declaration name: "init" @name body: (_)? @body) @def.method
(subscript_declaration "subscript" @name (computed_property)? @body) @def.method
(source_file (property_declaration
  (value_binding_pattern mutability: "let")
  name: (pattern bound_identifier: (simple_identifier) @name)
  [value: (_) computed_value: (_)]? @body) @def.constant)
(source_file (property_declaration
  (value_binding_pattern mutability: "var")
  name: (pattern bound_identifier: (simple_identifier) @name)
  [value: (_) computed_value: (_)]? @body) @def.variable)
(class_body (property_declaration
  (modifiers (property_modifier "static"))
  (value_binding_pattern mutability: "let")
  name: (pattern bound_identifier: (simple_identifier) @name)
  value: (_)? @body) @def.constant)
(class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  [value: (_) computed_value: (_) (willset_didset_block)]? @body) @def.property)
(enum_class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  [value: (_) computed_value: (_)]? @body) @def.property)
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  (protocol_property_requirements)? @body) @def.property

; What is in an extension belongs to the type that it extends.
(class_declaration
  declaration_kind: "extension"
  name: (user_type (type_identifier) @holder (type_arguments)? .)) @block
(class_declaration declaration_kind: "extension") @block

; But not `private(set)`.
((modifiers (visibility_modifier) @hidden) (#any-of? @hidden "private" "fileprivate"))
(modifiers (attribute) @aside)

; References

(inheritance_specifier inherits_from: (user_type (type_identifier) @ref.extends (type_arguments)? .))
(constructor_expression constructed_type: (user_type (type_identifier) @ref.new (type_arguments)? .))
(call_expression
  . [
    (simple_identifier) @ref.call
    (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @ref.call))
    (prefix_expression target: (simple_identifier) @ref.call)
  ]
  (call_suffix [(value_arguments "(") (lambda_literal)]))
(navigation_expression target: (simple_identifier) @ref.type)
(type_identifier) @ref.type

; Imports

(import_declaration) @import
