/** Both wires of OpenAI complain alike. */
export function openaiError({
  status,
  message,
}: {
  readonly status: number
  readonly message: string
}): unknown {
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error')
  return { error: { message, type, param: null, code: null } }
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_exceeded',
}
