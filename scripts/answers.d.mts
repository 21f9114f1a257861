export function answersPage(): string
