; Definitions

(function_definition name: (word) @name body: (_) @body @local) @def.function
; Given to one command only.
(command (variable_assignment) @local)
((variable_assignment name: (variable_name) @name) @def.constant
  (#match? @name "^[A-Z_][A-Z0-9_]*$"))
(variable_assignment name: (variable_name) @name) @def.variable
(variable_assignment value: (_) @body)

; References

((command
  name: (command_name (word) @_source)
  . argument: [(word) (string) (raw_string) (concatenation)] @import.from) @import @import.all
  (#any-of? @_source "source" "."))
(command name: (command_name (word) @ref.call))
