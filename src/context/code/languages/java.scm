; Definitions

(class_declaration name: (identifier) @name body: (_) @body) @def.class
(record_declaration name: (identifier) @name body: (_) @body) @def.class
(interface_declaration name: (identifier) @name body: (_) @body) @def.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @def.interface
(enum_declaration name: (identifier) @name body: (_) @body) @def.enum
(enum_constant name: (identifier) @name body: (_)? @body) @def.constant
(method_declaration name: (identifier) @name body: (_)? @body) @def.method
(constructor_declaration name: (identifier) @name body: (_) @body) @def.method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @def.method
(annotation_type_element_declaration name: (identifier) @name) @def.method
(field_declaration
  (modifiers "static" "final")
  declarator: (variable_declarator name: (identifier) @name value: (_)? @body)) @def.constant
(field_declaration
  declarator: (variable_declarator name: (identifier) @name value: (_)? @body)) @def.property
(constant_declaration
  declarator: (variable_declarator name: (identifier) @name value: (_)? @body)) @def.constant
(record_declaration parameters: (formal_parameters
  (formal_parameter name: (identifier) @name) @def.property))

(modifiers "private" @hidden)
(annotation) @aside
(marker_annotation) @aside

; References

(superclass [
  (type_identifier) @ref.extends
  (generic_type . (type_identifier) @ref.extends)
  (scoped_type_identifier (type_identifier) @ref.extends .)
])
(super_interfaces (type_list [
  (type_identifier) @ref.extends
  (generic_type . (type_identifier) @ref.extends)
  (scoped_type_identifier (type_identifier) @ref.extends .)
]))
(extends_interfaces (type_list [
  (type_identifier) @ref.extends
  (generic_type . (type_identifier) @ref.extends)
  (scoped_type_identifier (type_identifier) @ref.extends .)
]))
(object_creation_expression type: [
  (type_identifier) @ref.new
  (generic_type . (type_identifier) @ref.new)
  (scoped_type_identifier (type_identifier) @ref.new .)
])
(method_invocation name: (identifier) @ref.call)
(method_reference (identifier) @ref.call .)
(method_invocation object: (identifier) @ref.type)
(field_access object: (identifier) @ref.type)
(method_reference . (identifier) @ref.type)
(annotation name: (identifier) @ref.type)
(marker_annotation name: (identifier) @ref.type)
(type_identifier) @ref.type

; Imports

(package_declaration [(identifier) (scoped_identifier)] @module)
(import_declaration) @import
