; Definitions

(struct_item
  (visibility_modifier)? @public
  name: (type_identifier) @name
  body: (field_declaration_list)? @body) @def.struct
(union_item
  (visibility_modifier)? @public
  name: (type_identifier) @name
  body: (_) @body) @def.struct
(enum_item
  (visibility_modifier)? @public
  name: (type_identifier) @name
  body: (_) @body) @def.enum
(enum_variant
  name: (identifier) @name
  body: (field_declaration_list)? @body) @def.constant
(trait_item
  (visibility_modifier)? @public
  name: (type_identifier) @name
  body: (_) @body) @def.trait
(type_item
  (visibility_modifier)? @public
  name: (type_identifier) @name) @def.type
(associated_type name: (type_identifier) @name) @def.type
(mod_item
  (visibility_modifier)? @public
  name: (identifier) @name
  body: (_) @body) @def.module
(function_item
  (visibility_modifier)? @public
  name: (_) @name
  body: (_) @body) @def.function
(function_signature_item
  (visibility_modifier)? @public
  name: (_) @name) @def.function
(field_declaration
  (visibility_modifier)? @public
  name: (field_identifier) @name) @def.property
(declaration_list [
  (const_item (visibility_modifier)? @public name: (identifier) @name value: (_)? @body) @def.constant
  (static_item (visibility_modifier)? @public name: (identifier) @name value: (_)? @body) @def.variable
])
(source_file [
  (const_item (visibility_modifier)? @public name: (identifier) @name value: (_)? @body) @def.constant
  (static_item (visibility_modifier)? @public name: (identifier) @name value: (_)? @body) @def.variable
])
(macro_definition name: (identifier) @name . _ @body) @def.macro

; What is compiled for tests alone, and is called so by custom, is there for no one else.
((mod_item . "mod" name: (identifier) @_mod body: (declaration_list "{" @hidden.after))
  (#match? @_mod "^(\\w+_)?tests?$"))

; What is in an impl belongs to its type, and what a trait asks for is as public as the trait.
(impl_item) @block
(impl_item trait: (_) @public)
(impl_item type: [
  (type_identifier) @holder
  (scoped_type_identifier name: (type_identifier) @holder)
  (generic_type type: [
    (type_identifier) @holder
    (scoped_type_identifier name: (type_identifier) @holder)
  ])
  (reference_type type: [
    (type_identifier) @holder
    (primitive_type) @holder
    (generic_type type: (type_identifier) @holder)
  ])
  (primitive_type) @holder
  (unit_type) @holder
])

; References

(impl_item trait: [
  (type_identifier) @ref.extends
  (scoped_type_identifier name: (type_identifier) @ref.extends)
  (generic_type type: [
    (type_identifier) @ref.extends
    (scoped_type_identifier name: (type_identifier) @ref.extends)
  ])
])
(trait_item bounds: (trait_bounds [
  (type_identifier) @ref.extends
  (scoped_type_identifier name: (type_identifier) @ref.extends)
  (generic_type type: (type_identifier) @ref.extends)
]))
(struct_expression name: [
  (type_identifier) @ref.new
  (scoped_type_identifier name: (type_identifier) @ref.new)
])
(call_expression function: [
  (identifier) @ref.call
  (field_expression field: (field_identifier) @ref.call)
  (scoped_identifier name: (identifier) @ref.call)
  (generic_function function: [
    (identifier) @ref.call
    (field_expression field: (field_identifier) @ref.call)
    (scoped_identifier name: (identifier) @ref.call)
  ])
])
(macro_invocation macro: [
  (identifier) @ref.call
  (scoped_identifier name: (identifier) @ref.call)
])
; What is given to a macro is no more than tokens.
(token_tree (identifier) @ref.call . (token_tree "("))
(scoped_identifier path: [
  (identifier) @ref.type
  (scoped_identifier name: (identifier) @ref.type)
])
(type_identifier) @ref.type

; Imports

(use_declaration) @import
(mod_item !body) @import
(extern_crate_declaration) @import
