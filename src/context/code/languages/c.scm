; Definitions. A name goes to the innermost one: declarators of any depth need no pattern of their own.
; Where two begin at the same place, the outer one has to come first.

(type_definition type: [(struct_specifier body: (_)) (union_specifier body: (_))]) @def.struct
(type_definition type: (enum_specifier body: (_))) @def.enum
(type_definition) @def.type
(type_definition type: (_ body: (_) @aside))
(type_definition declarator: (type_identifier) @name)

(function_definition) @def.function
(function_definition body: (_) @body)
(compound_statement) @local
(parameter_list) @local

(declaration (type_qualifier ["const" "constexpr"])) @def.constant
(declaration) @def.variable
(declaration declarator: (identifier) @name)
(declaration type: (_ body: (_) @aside))
(init_declarator declarator: (identifier) @name)
(init_declarator value: (_) @body)

(field_declaration) @def.property
(field_declaration declarator: (field_identifier) @name)
(field_declaration type: (_ body: (_) @aside))

(struct_specifier name: (type_identifier) @name body: (_) @body) @def.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @def.struct
(enum_specifier name: (type_identifier) @name body: (_) @body) @def.enum

(function_declarator declarator: (identifier) @name.function)
(pointer_declarator declarator: [(identifier) (field_identifier) (type_identifier)] @name)
(array_declarator declarator: [(identifier) (field_identifier) (type_identifier)] @name)

(preproc_def name: (identifier) @name value: (_) @body) @def.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @def.macro

(function_definition (storage_class_specifier "static") @hidden)
(declaration (storage_class_specifier "static") @hidden)

; References

(call_expression function: [
  (identifier) @ref.call
  (field_expression field: (field_identifier) @ref.call)
])
(type_identifier) @ref.type

; Imports

(preproc_include path: [(string_literal) (system_lib_string)] @import.from) @import @import.all
