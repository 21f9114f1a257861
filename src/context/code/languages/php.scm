; Definitions

(class_declaration name: (name) @name body: (_) @body) @def.class
(interface_declaration name: (name) @name body: (_) @body) @def.interface
(trait_declaration name: (name) @name body: (_) @body) @def.trait
(enum_declaration name: (name) @name body: (_) @body) @def.enum
(function_definition name: (name) @name body: (_) @body @local) @def.function
(method_declaration name: (name) @name) @def.method
(method_declaration body: (_) @body @local)
(property_declaration) @def.property
(property_element name: (variable_name (name) @name))
(property_element "=" @body)
(const_declaration) @def.constant
(const_element . (name) @name "=" @body)
((function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)) @def.constant))
  (#eq? @_define "define"))
(anonymous_function body: (_) @local)

(attribute_list) @aside
(method_declaration (visibility_modifier ["private" "protected"]) @hidden)
(property_declaration (visibility_modifier ["private" "protected"]) @hidden)
(const_declaration (visibility_modifier ["private" "protected"]) @hidden)

(namespace_definition name: (namespace_name) @module)

; References

(function_call_expression function: [(name) @ref.call (qualified_name (name) @ref.call)])
(member_call_expression name: (name) @ref.call)
(nullsafe_member_call_expression name: (name) @ref.call)
(scoped_call_expression name: (name) @ref.call)
(scoped_call_expression scope: [(name) @ref.type (qualified_name (name) @ref.type)])
(class_constant_access_expression . [(name) @ref.type (qualified_name (name) @ref.type)])
(scoped_property_access_expression scope: [(name) @ref.type (qualified_name (name) @ref.type)])
(named_type [(name) @ref.type (qualified_name (name) @ref.type)])
(attribute [(name) @ref.type (qualified_name (name) @ref.type)])
(binary_expression operator: "instanceof" right: [(name) @ref.type (qualified_name (name) @ref.type)])
(object_creation_expression [(name) @ref.new (qualified_name (name) @ref.new)])
(base_clause [(name) @ref.extends (qualified_name (name) @ref.extends)])
(class_interface_clause [(name) @ref.extends (qualified_name (name) @ref.extends)])
(use_declaration [(name) @ref.extends (qualified_name (name) @ref.extends)])

; Imports

(namespace_use_declaration) @import
(include_expression) @import
(include_once_expression) @import
(require_expression) @import
(require_once_expression) @import
