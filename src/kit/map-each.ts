/** Values that are made when they are asked for, as often as they are. */
export function mapEach<Item, Value>(items: Iterable<Item>, make: (item: Item) => Value): Iterable<Value> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield make(item)
    },
  }
}
