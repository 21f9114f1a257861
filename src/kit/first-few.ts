/** Answers the first few questions one by one; who asks more has a table made, which takes as long as many answers. */
export function firstFew<Question, Answer>(
  most: number,
  { one, table }: { one: (question: Question) => Answer; table: (question: Question) => Answer },
): (question: Question) => Answer {
  let asked = 0
  return (question) => {
    asked += 1
    return asked > most ? table(question) : one(question)
  }
}
