; Definitions

(class_declaration name: (identifier) @name body: (_)? @body) @def.class
(record_declaration "struct" name: (identifier) @name body: (_)? @body) @def.struct
(record_declaration name: (identifier) @name body: (_)? @body) @def.class
(struct_declaration name: (identifier) @name body: (_)? @body) @def.struct
(interface_declaration name: (identifier) @name body: (_)? @body) @def.interface
(enum_declaration name: (identifier) @name body: (_)? @body) @def.enum
(enum_member_declaration name: (identifier) @name value: (_)? @body) @def.constant
(delegate_declaration name: (identifier) @name) @def.type
(method_declaration name: (identifier) @name body: (_)? @body) @def.method
(constructor_declaration name: (identifier) @name body: (_)? @body) @def.method
(operator_declaration operator: _ @name body: (_)? @body) @def.method
(conversion_operator_declaration "operator" @name body: (_)? @body) @def.method
(local_function_statement name: (identifier) @name body: (_)? @body) @def.function
(property_declaration name: (identifier) @name accessors: (_) @body) @def.property
(property_declaration name: (identifier) @name value: (arrow_expression_clause) @body) @def.property
(event_declaration name: (identifier) @name accessors: (_) @body) @def.property
(indexer_declaration "this" @name accessors: (_) @body) @def.property
(indexer_declaration "this" @name value: (_) @body) @def.property
(field_declaration
  (modifier "const")
  (variable_declaration (variable_declarator name: (identifier) @name (_)? @body))) @def.constant
(field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name (_)? @body))) @def.property
(event_field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name (_)? @body))) @def.property
(record_declaration (parameter_list (parameter name: (identifier) @name @public) @def.property))

(modifier ["public" "internal" "protected"] @public)
(modifier "file" @hidden)
(explicit_interface_specifier) @public
(attribute_list) @aside

; References

(base_list [
  (identifier) @ref.extends
  (generic_name . (identifier) @ref.extends)
  (qualified_name name: [(identifier) @ref.extends (generic_name . (identifier) @ref.extends)])
  (primary_constructor_base_type type: [
    (identifier) @ref.extends
    (generic_name . (identifier) @ref.extends)
  ])
])
(object_creation_expression type: [
  (identifier) @ref.new
  (generic_name . (identifier) @ref.new)
  (qualified_name name: [(identifier) @ref.new (generic_name . (identifier) @ref.new)])
])
(invocation_expression function: [
  (identifier) @ref.call
  (generic_name . (identifier) @ref.call)
  (member_access_expression name: [(identifier) @ref.call (generic_name . (identifier) @ref.call)])
  (conditional_access_expression (member_binding_expression
    name: [(identifier) @ref.call (generic_name . (identifier) @ref.call)]))
])
(member_access_expression expression: (identifier) @ref.type)
(attribute name: (identifier) @ref.type)
(generic_name . (identifier) @ref.type)
(type_argument_list (identifier) @ref.type)
(method_declaration returns: (identifier) @ref.type)
(as_expression right: (identifier) @ref.type)
(constant_pattern (identifier) @ref.type)
(_ type: [
  (identifier) @ref.type
  (qualified_name name: (identifier) @ref.type)
])

; Imports

(namespace_declaration name: (_) @module)
(file_scoped_namespace_declaration name: (_) @module)
(namespace_declaration body: (declaration_list . (namespace_declaration name: (_) @module.inner)))
(using_directive) @import
