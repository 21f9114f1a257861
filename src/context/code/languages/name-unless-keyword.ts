/** A name in C or C++. Where a macro made no sense to the grammar, a keyword may seem to be one: then it is empty. */
export function nameUnlessKeyword(text: string): string {
  return KEYWORDS.has(text) ? '' : text
}

const KEYWORDS = new Set(
  'alignas alignof break case catch class const constexpr continue decltype default defined delete do else enum explicit extern for friend goto if inline namespace new noexcept private protected public return sizeof static static_assert struct switch template throw try typedef typename union using virtual volatile while'.split(
    ' ',
  ),
)
