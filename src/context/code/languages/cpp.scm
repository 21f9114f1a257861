; Definitions. A name goes to the innermost one: declarators of any depth need no pattern of their own.
; Where two begin at the same place, the outer one has to come first.

(namespace_definition name: (_)? @name body: (_) @body) @def.module
(namespace_definition !name body: (declaration_list "{" @hidden.after))

; A template and what it is a template of are one.
(template_declaration (class_specifier)) @def.class
(template_declaration (struct_specifier)) @def.struct
(template_declaration [(alias_declaration) (concept_definition)]) @def.type
(template_declaration (function_definition)) @def.function
(template_declaration (declaration)) @def.variable

(alias_declaration name: (type_identifier) @name type: (_) @body) @def.type
(concept_definition name: (identifier) @name "=" @body) @def.type
(type_definition type: [(struct_specifier body: (_)) (union_specifier body: (_)) (class_specifier body: (_))]) @def.struct
(type_definition type: (enum_specifier body: (_))) @def.enum
(type_definition) @def.type
(type_definition declarator: (type_identifier) @name)

(function_definition) @def.function
(function_definition declarator: (_) . [
  (compound_statement)
  (field_initializer_list)
  (default_method_clause)
  (delete_method_clause)
] @body)
(compound_statement) @local
[(parameter_list) (template_parameter_list) (trailing_return_type) (decltype)] @local

(declaration (type_qualifier ["const" "constexpr"])) @def.constant
(declaration) @def.variable
(declaration declarator: (identifier) @name)
(init_declarator declarator: [
  (identifier) @name
  (qualified_identifier scope: (namespace_identifier) @holder name: (identifier) @name)
])
(init_declarator value: (_) @body)

(field_declaration) @def.property
(field_declaration declarator: (field_identifier) @name)
(field_declaration default_value: (_) @body)

(type_definition type: (_ body: (_) @aside))
(declaration type: (_ body: (_) @aside))
(field_declaration type: (_ body: (_) @aside))

(class_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)] body: (_) @body) @def.class
(struct_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)] body: (_) @body) @def.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @def.struct
(enum_specifier name: (type_identifier) @name body: (_) @body) @def.enum
(class_specifier body: (field_declaration_list "{" @hidden.after))
(field_declaration_list (access_specifier "public") @public.after)
(field_declaration_list (access_specifier ["private" "protected"]) @hidden.after)

(function_declarator declarator: [
  (identifier) @name.function
  (field_identifier) @name.function
  (destructor_name) @name.function
  (operator_name) @name.function
  (template_function name: (identifier) @name.function)
  (qualified_identifier
    scope: [(namespace_identifier) @holder (template_type name: (type_identifier) @holder)]
    name: [(identifier) (destructor_name) (operator_name)] @name.method)
  (qualified_identifier name: (qualified_identifier
    scope: [(namespace_identifier) @holder (template_type name: (type_identifier) @holder)]
    name: [(identifier) (destructor_name) (operator_name)] @name.method))
  (qualified_identifier name: (qualified_identifier name: (qualified_identifier
    scope: (namespace_identifier) @holder
    name: [(identifier) (destructor_name) (operator_name)] @name.method)))
])
(pointer_declarator declarator: [(identifier) (field_identifier) (type_identifier)] @name)
(reference_declarator [(identifier) (field_identifier)] @name)
(array_declarator declarator: [(identifier) (field_identifier) (type_identifier)] @name)

(preproc_def name: (identifier) @name value: (_) @body) @def.macro
(preproc_function_def name: (identifier) @name) @def.macro
(preproc_function_def value: (_) @body)

(function_definition (storage_class_specifier "static") @hidden)
(declaration (storage_class_specifier "static") @hidden)

; References

(call_expression function: [
  (identifier) @ref.call
  (template_function name: (identifier) @ref.call)
  (field_expression field: [
    (field_identifier) @ref.call
    (template_method name: (field_identifier) @ref.call)
  ])
  (qualified_identifier name: [
    (identifier) @ref.call
    (template_function name: (identifier) @ref.call)
    (qualified_identifier name: (identifier) @ref.call)
  ])
])
(new_expression type: [
  (type_identifier) @ref.new
  (qualified_identifier name: (type_identifier) @ref.new)
  (template_type name: (type_identifier) @ref.new)
])
(base_class_clause [
  (type_identifier) @ref.extends
  (qualified_identifier name: (type_identifier) @ref.extends)
  (qualified_identifier name: (template_type name: (type_identifier) @ref.extends))
  (template_type name: (type_identifier) @ref.extends)
])
(type_parameter_declaration (type_identifier) @skip)
(type_identifier) @ref.type

; Imports

(preproc_include path: [(string_literal) (system_lib_string)] @import.from) @import @import.all
