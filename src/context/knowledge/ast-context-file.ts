/** What is written for each module on request. It tells nothing that the sources do not. */
export const AST_CONTEXT_FILE = 'ast_context.json'
