import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './tables.ts';

class Placeholder {
  readonly name: string | number;
  constructor(name: string | number) {
    this.name = name;
  }
}

/** Returns SQL for a value that is given when the query runs. */
export type Given<Values> = <Name extends keyof Values & (string | number)>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Creates a query that is compiled once per shape, because compiling takes longer than the embedded database needs to
 * run it. @param build builds the query of one shape, such as one list of kinds
 */
export function compiledQuery<
  Values extends Readonly<Record<string | number, unknown>>,
  Row,
  Shape extends unknown[] = [],
>(
  build: (db: Db, given: Given<Values>, ...shape: Shape) => Compilable<Row>,
): (db: Db, values: Values, ...shape: Shape) => Promise<readonly Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return async (db, values, ...shape) => {
    const key = shape.join();
    const query = compiled.get(key) ?? build(db, (name) => sql`${new Placeholder(name)}`, ...shape).compile();
    compiled.set(key, query);
    const parameters = query.parameters.map((each) => (each instanceof Placeholder ? values[each.name] : each));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
