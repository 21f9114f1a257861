; Definitions: all that is defined is the argument of a call.

((call
  target: (identifier) @_module
  (arguments . (alias) @name @module)
  (do_block) @body) @def.module
  (#eq? @_module "defmodule"))
((call
  target: (identifier) @_protocol
  (arguments . (alias) @name)
  (do_block) @body) @def.interface
  (#eq? @_protocol "defprotocol"))
((call
  target: (identifier) @_impl
  (arguments . (alias) @ref.extends (keywords (pair value: (alias) @name)))
  (do_block) @body) @def.module
  (#eq? @_impl "defimpl"))
((call
  target: (identifier) @_impl
  (arguments . (alias) @name .)
  (do_block) @body) @def.module
  (#eq? @_impl "defimpl"))

; The name is at the beginning of the arguments, and taken from their text.
((call target: (identifier) @_def (arguments (keywords)? @body) @name (do_block)? @body) @def.function
  (#any-of? @_def "def" "defp" "defdelegate"))
((call target: (identifier) @_macro (arguments (keywords)? @body) @name (do_block)? @body) @def.macro
  (#any-of? @_macro "defmacro" "defmacrop" "defguard" "defguardp"))
((call target: (identifier) @hidden)
  (#any-of? @hidden "defp" "defmacrop" "defguardp" "typep"))
((call target: (identifier) @name (arguments)) @def.struct
  (#any-of? @name "defstruct" "defexception"))

((unary_operator operator: "@" operand: (call target: (identifier) @_type (arguments
  (binary_operator left: (_) @name right: (_) @body)))) @def.type
  (#any-of? @_type "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @_callback (arguments) @name)) @def.function
  (#any-of? @_callback "callback" "macrocallback"))
((unary_operator operator: "@" @hidden operand: (call target: (identifier) @name (arguments (_) @body))) @def.constant
  (#not-any-of? @name
    "after_compile" "before_compile" "behaviour" "callback" "compile" "deprecated" "derive" "dialyzer" "doc"
    "enforce_keys" "external_resource" "impl" "macrocallback" "moduledoc" "moduletag" "on_definition" "on_load" "opaque"
    "optional_callbacks" "since" "spec" "tag" "describetag" "type" "typedoc" "typep"))

((unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments
  [(string) (sigil)] @doc.next)))
  (#any-of? @_doc "doc" "typedoc"))
((unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments
  [(string) (sigil)] @doc)))
  (#eq? @_doc "moduledoc"))

; References

((unary_operator operator: "@" operand: (call target: (identifier) @_behaviour (arguments (alias) @ref.extends)))
  (#eq? @_behaviour "behaviour"))
((call target: (identifier) @_use (arguments . (alias) @ref.extends))
  (#eq? @_use "use"))
((call target: (identifier) @_take (arguments . (alias) @ref.type))
  (#any-of? @_take "import" "require"))
(unary_operator operator: "@" operand: (call target: (identifier) @skip))
(unary_operator operator: "@" operand: (call (arguments (binary_operator left: [
  (call target: (identifier) @skip)
  (binary_operator left: (call target: (identifier) @skip))
]))))
(call target: (identifier) @ref.call)
; Without arguments it may as well be a field.
(call target: (dot right: (identifier) @ref.call) (arguments))
(call target: (dot left: (alias) @ref.type))
(struct (alias) @ref.new)

; Imports

((call
  target: (identifier) @_import
  (arguments . [(alias) (dot left: (alias))])) @import
  (#any-of? @_import "alias" "import" "require" "use"))
