; Definitions

(class name: [(constant) @name (scope_resolution name: (constant) @name)] body: (_)? @body) @def.class
; A module is taken in for its methods, or for what it does then; one that has neither is a namespace.
(module body: (body_statement (method) @kind.mixin))
(module body: (body_statement (call arguments: (argument_list (method) @kind.mixin))))
((module body: (body_statement (singleton_method name: (identifier) @_hook) @kind.mixin))
  (#any-of? @_hook "included" "extended" "prepended"))
((module body: (body_statement (call
  method: (identifier) @_extend
  arguments: (argument_list (scope_resolution name: (constant) @_concern))) @kind.mixin))
  (#eq? @_extend "extend")
  (#eq? @_concern "Concern"))
(module name: [(constant) @name (scope_resolution name: (constant) @name)] body: (_)? @body) @def.module
; What it hides is hidden in it alone.
(singleton_class) @block

(program (method name: (_) @name body: (_)? @body) @def.function)
(method name: (_) @name body: (_)? @body @local) @def.method
(singleton_method name: (_) @name body: (_)? @body @local) @def.method
(class !body "end" @body)
(module !body "end" @body)
(method !body "end" @body)
(singleton_method !body "end" @body)

(assignment left: (constant) @name right: (_) @body) @def.constant
(alias name: (_) @name) @def.method
((call
  method: (identifier) @_alias
  arguments: (argument_list . (simple_symbol) @name)) @def.method
  (#any-of? @_alias "alias_method" "define_method"))
((call
  method: (identifier) @_attribute
  arguments: (argument_list (simple_symbol) @def.property @name))
  (#any-of? @_attribute "attr_accessor" "attr_reader" "attr_writer"))

; What others may use

((body_statement (identifier) @hidden.after) (#any-of? @hidden.after "private" "protected"))
((body_statement (identifier) @public.after) (#eq? @public.after "public"))
((call
  method: (identifier) @_private
  arguments: (argument_list [(method "def" @hidden) (singleton_method "def" @hidden)]))
  (#any-of? @_private "private" "protected" "private_class_method"))
((call
  method: (identifier) @_private
  arguments: (argument_list (simple_symbol) @hidden.name))
  (#any-of? @_private "private" "protected" "private_class_method" "private_constant"))

; References

; What is looked for at the top alone is none of what is nearer.
(scope_resolution !scope name: (constant) @skip)
((call
  receiver: [(constant) @ref.new (scope_resolution name: (constant) @ref.new) @import.path]
  method: (identifier) @_new)
  (#eq? @_new "new"))
((call
  method: (identifier) @_mixed
  arguments: (argument_list [(constant) @ref.extends (scope_resolution name: (constant) @ref.extends) @import.path]))
  (#any-of? @_mixed "include" "extend" "prepend"))
(superclass [(constant) @ref.extends (scope_resolution name: (constant) @ref.extends) @import.path])
(scope_resolution scope: [(constant) @ref.type (scope_resolution name: (constant) @ref.type) @import.path])
(call receiver: [(constant) @ref.type (scope_resolution name: (constant) @ref.type) @import.path])
(argument_list [(constant) @ref.type (scope_resolution name: (constant) @ref.type) @import.path])
(exceptions [(constant) @ref.type (scope_resolution name: (constant) @ref.type) @import.path])
(call method: (identifier) @ref.call)

; Imports

((call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list . (string))) @import
  (#any-of? @_require "require" "require_relative"))
((call
  !receiver
  method: (identifier) @_autoload
  arguments: (argument_list . (simple_symbol) . (string))) @import
  (#eq? @_autoload "autoload"))
