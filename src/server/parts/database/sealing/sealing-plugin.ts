/**
 * Seals and opens columns at the database handle, so that no repository can forget it: writes carry
 * sealed values, rows come back open. It reads the tree of the query; what it does not understand
 * about a sealed column is an error, never a plain value.
 */
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  ColumnUpdateNode,
  IdentifierNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  SelectAllNode,
  SelectionNode,
  TableNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type QueryId,
  type ReturningNode,
  type RootOperationNode,
  type SelectQueryNode,
  type UnknownRow,
  type UpdateQueryNode,
} from 'kysely'
import { keyIdOf, type KeyRing } from './key-ring.ts'
import { contextOf, sealValues } from './seal-row.ts'
import {
  isSealedTable,
  sealedColumnsOf,
  UNREADABLE,
  WHOLE_INDEXES,
  type SealedTable,
} from './sealed-columns.ts'

/** Names in a query and the sealed tables that they stand for. */
type Scope = ReadonlyMap<string, SealedTable>

/** One output of a query that must be opened. */
interface Output {
  readonly table: SealedTable
  readonly column: string
  /** The property of the row. */
  readonly name: string
  /** The property that holds the id of the row in `table`. */
  readonly idName: string
}
interface Plan {
  readonly outputs: readonly Output[]
  /** Properties that the plugin added. */
  readonly added: readonly string[]
}

/** Reports a value that could not be opened. */
export type OnUnreadable = (place: {
  readonly table: string
  readonly column: string
  readonly id: unknown
  readonly error: unknown
}) => void

const nameOfTable = (node: OperationNode): string | undefined =>
  TableNode.is(node) && node.table.schema === undefined ? node.table.identifier.name : undefined

function scopeOf(nodes: readonly (OperationNode | undefined)[]): Scope {
  const scope = new Map<string, SealedTable>()
  for (const node of nodes) {
    if (node === undefined) continue
    const [table, alias] = AliasNode.is(node) ? [node.node, node.alias] : [node, undefined]
    const name = nameOfTable(table)
    if (name === undefined || !isSealedTable(name)) continue
    scope.set(alias !== undefined && IdentifierNode.is(alias) ? alias.name : name, name)
  }
  return scope
}

/** The sealed column that a reference names; undefined for every other. */
function sealedReference(
  scope: Scope,
  node: OperationNode,
): { readonly from: string; readonly table: SealedTable; readonly column: string } | undefined {
  const [from, column] = ReferenceNode.is(node)
    ? [node.table === undefined ? undefined : nameOfTable(node.table), node.column]
    : [undefined, node]
  if (!ColumnNode.is(column)) return undefined
  const { name } = column.column
  for (const [alias, table] of scope)
    if ((from === undefined || from === alias) && sealedColumnsOf(table).includes(name))
      return { from: alias, table, column: name }
  return undefined
}

/** A sealed column may be selected and written, and nothing else: it compares and sorts as noise. */
function refuseUse(scope: Scope, node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const item of node) refuseUse(scope, item)
    return
  }
  const { kind } = node as { readonly kind?: unknown }
  if (kind === 'SelectQueryNode' || kind === 'ValueNode' || kind === 'PrimitiveValueListNode')
    return // a query inside has its own names
  if (kind === 'ReferenceNode' || kind === 'ColumnNode') {
    const found = sealedReference(scope, node as OperationNode) // its kind says so
    if (found !== undefined)
      throw new Error(`${found.table}.${found.column} is sealed: a query cannot compare it`)
    return
  }
  for (const part of Object.values(node)) refuseUse(scope, part)
}

const idNameOf = (from: string): string => `id of ${from}`

/** What the query returns of sealed columns, and the ids that must be returned with it. */
function planOf(scope: Scope, selections: readonly SelectionNode[]): Plan {
  const outputs: Output[] = []
  const add = (from: string, table: SealedTable, column: string, name: string): void =>
    void outputs.push({ table, column, name, idName: idNameOf(from) })
  const addAll = (from: string, table: SealedTable): void => {
    for (const column of sealedColumnsOf(table)) add(from, table, column, column)
  }
  for (const { selection } of selections) {
    if (SelectAllNode.is(selection)) for (const [from, table] of scope) addAll(from, table)
    else if (ReferenceNode.is(selection) && SelectAllNode.is(selection.column)) {
      const from = selection.table === undefined ? undefined : nameOfTable(selection.table)
      const table = from === undefined ? undefined : scope.get(from)
      if (from !== undefined && table !== undefined) addAll(from, table)
    } else {
      const [node, alias] = AliasNode.is(selection)
        ? [selection.node, selection.alias]
        : [selection as OperationNode, undefined]
      const found = sealedReference(scope, node)
      if (found === undefined) refuseUse(scope, node)
      else
        add(
          found.from,
          found.table,
          found.column,
          alias !== undefined && IdentifierNode.is(alias) ? alias.name : found.column,
        )
    }
  }
  return { outputs, added: [...new Set(outputs.map(({ idName }) => idName))] }
}

const withIds = (scope: Scope, plan: Plan, selections: readonly SelectionNode[]) => [
  ...selections,
  ...[...scope.keys()]
    .filter((from) => plan.added.includes(idNameOf(from)))
    .map((from) =>
      SelectionNode.create(
        AliasNode.create(
          ReferenceNode.create(ColumnNode.create('id'), TableNode.create(from)),
          IdentifierNode.create(idNameOf(from)),
        ),
      ),
    ),
]

/** The id in `where id = …`, also among other conditions that must hold. */
function idIn(node: OperationNode | undefined): number | string | undefined {
  if (node === undefined) return undefined
  if (ParensNode.is(node)) return idIn(node.node)
  if (AndNode.is(node)) return idIn(node.left) ?? idIn(node.right)
  if (!BinaryOperationNode.is(node)) return undefined
  const { leftOperand: left, operator, rightOperand: right } = node
  const isId =
    ReferenceNode.is(left) && ColumnNode.is(left.column) && left.column.column.name === 'id'
  if (!isId || !OperatorNode.is(operator) || operator.operator !== '=' || !ValueNode.is(right))
    return undefined
  return typeof right.value === 'number' || typeof right.value === 'string'
    ? right.value
    : undefined
}

const idOf = (value: unknown): number | string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? value : undefined

function sealInsert(ring: KeyRing, table: SealedTable, node: InsertQueryNode): InsertQueryNode {
  if (node.columns === undefined || node.values === undefined || !ValuesNode.is(node.values))
    throw new Error(`${table} has sealed columns: insert values`)
  refuseUse(new Map([[table, table]]), node.onConflict)
  const given = node.columns.map(({ column }) => column.name)
  const derived = (WHOLE_INDEXES[table] ?? [])
    .filter(({ column, of }) => given.includes(of) && !given.includes(column))
    .map(({ column }) => column)
  const names = [...given, ...derived]
  const rows = node.values.values.map((item) => {
    const nodes = PrimitiveValueListNode.is(item)
      ? item.values.map((value) => ValueNode.create(value))
      : item.values
    const values = Object.fromEntries(
      given.map((name, at) => {
        const value = nodes[at]
        if (value !== undefined && ValueNode.is(value)) return [name, value.value]
        if (
          sealedColumnsOf(table).includes(name) &&
          value?.kind !== ('DefaultInsertValueNode' satisfies OperationNode['kind'])
        )
          throw new Error(`${table}.${name} is sealed: write a value`)
        return [name, undefined]
      }),
    )
    const stored = sealValues(ring, table, idOf(values['id']), values)
    return ValueListNode.create(
      names.map((name, at) => {
        const value = nodes[at]
        return value === undefined || ValueNode.is(value) ? ValueNode.create(stored[name]) : value
      }),
    )
  })
  return {
    ...node,
    columns: names.map((name) => ColumnNode.create(name)),
    values: ValuesNode.create(rows),
  }
}

const nameOfUpdate = ({ column }: ColumnUpdateNode): string | undefined => {
  const node = ReferenceNode.is(column) ? column.column : column
  return ColumnNode.is(node) ? node.column.name : undefined
}

function sealUpdate(ring: KeyRing, table: SealedTable, node: UpdateQueryNode): UpdateQueryNode {
  const scope: Scope = new Map([[table, table]])
  refuseUse(scope, node.where)
  const values: Record<string, unknown> = {}
  const kept: ColumnUpdateNode[] = []
  for (const update of node.updates ?? []) {
    const name = nameOfUpdate(update)
    if (name !== undefined && ValueNode.is(update.value)) {
      // A text that could not be opened must not replace the value that another key may open.
      if (sealedColumnsOf(table).includes(name) && update.value.value === UNREADABLE) continue
      values[name] = update.value.value
    } else {
      if (name !== undefined && sealedColumnsOf(table).includes(name))
        throw new Error(`${table}.${name} is sealed: write a value`)
      kept.push(update)
    }
  }
  const stored = sealValues(ring, table, idIn(node.where?.where), values)
  return {
    ...node,
    updates: [
      ...kept,
      ...Object.entries(stored).map(([name, value]) =>
        ColumnUpdateNode.create(ColumnNode.create(name), ValueNode.create(value)),
      ),
    ],
  }
}

function checkSelect(scope: Scope, plan: Plan, node: SelectQueryNode): void {
  refuseUse(scope, [node.where, node.groupBy, node.having, node.orderBy, node.joins])
  if (plan.outputs.length > 0 && (node.groupBy !== undefined || node.distinctOn !== undefined))
    throw new Error('A sealed column cannot be grouped')
}

/** Replaces sealed values of a row by properties that open them when they are read. */
function openRow(
  ring: KeyRing,
  { outputs, added }: Plan,
  onUnreadable: OnUnreadable,
  row: UnknownRow,
): UnknownRow {
  const open: UnknownRow = {}
  for (const [name, value] of Object.entries(row)) if (!added.includes(name)) open[name] = value
  for (const { table, column, name, idName } of outputs) {
    const stored = row[name]
    if (typeof stored !== 'string' || keyIdOf(stored) === undefined) continue
    const id = row[idName]
    const read = (): string => {
      try {
        return ring.open(stored, contextOf(table, column, idOf(id) ?? ''))
      } catch (error) {
        onUnreadable({ table, column, id, error })
        return UNREADABLE
      }
    }
    const define = (descriptor: PropertyDescriptor): void =>
      void Object.defineProperty(open, name, {
        configurable: true,
        enumerable: true,
        ...descriptor,
      })
    // A list shows a few of the columns of its rows: the others are never opened.
    define({
      get() {
        const value = read()
        define({ value, writable: true })
        return value
      },
      set(value: unknown) {
        define({ value, writable: true })
      },
    })
  }
  return open
}

export function createSealingPlugin(ring: KeyRing, onUnreadable: OnUnreadable): KyselyPlugin {
  const plans = new WeakMap<QueryId, Plan>()
  const keepPlan = (queryId: QueryId, plan: Plan): void => {
    if (plan.outputs.length > 0) plans.set(queryId, plan)
  }
  const returningOf = (
    queryId: QueryId,
    scope: Scope,
    returning: ReturningNode | undefined,
  ): { readonly returning?: ReturningNode } => {
    if (returning === undefined || scope.size === 0) return {}
    const plan = planOf(scope, returning.selections)
    keepPlan(queryId, plan)
    return { returning: { ...returning, selections: withIds(scope, plan, returning.selections) } }
  }
  const transform = (node: RootOperationNode, queryId: QueryId): RootOperationNode => {
    switch (node.kind) {
      case 'SelectQueryNode': {
        const scope = scopeOf([
          ...(node.from?.froms ?? []),
          ...(node.joins ?? []).map(({ table }) => table),
        ])
        if (scope.size === 0) return node
        const plan = planOf(scope, node.selections ?? [])
        checkSelect(scope, plan, node)
        if (plan.outputs.length === 0) return node
        keepPlan(queryId, plan)
        return { ...node, selections: withIds(scope, plan, node.selections ?? []) }
      }
      case 'InsertQueryNode': {
        const scope = scopeOf([node.into])
        const [table] = scope.values()
        if (table === undefined) return node
        const sealed = sealInsert(ring, table, node)
        return { ...sealed, ...returningOf(queryId, scope, node.returning) }
      }
      case 'UpdateQueryNode': {
        const scope = scopeOf([node.table])
        const [table] = scope.values()
        if (table === undefined) return node
        const sealed = sealUpdate(ring, table, node)
        return { ...sealed, ...returningOf(queryId, scope, node.returning) }
      }
      case 'DeleteQueryNode': {
        const scope = scopeOf(node.from.froms)
        refuseUse(scope, node.where)
        return { ...node, ...returningOf(queryId, scope, node.returning) }
      }
      default:
        return node
    }
  }
  return {
    transformQuery: ({ node, queryId }) => transform(node, queryId),
    async transformResult({ result, queryId }) {
      const plan = plans.get(queryId)
      if (plan === undefined || result.rows.length === 0) return result
      const isUnknown = (value: unknown): boolean => {
        const key = typeof value === 'string' ? keyIdOf(value) : undefined
        return key !== undefined && !ring.knows(key)
      }
      // Another process turned the keys since they were read.
      if (result.rows.some((row) => plan.outputs.some(({ name }) => isUnknown(row[name]))))
        await ring.refresh()
      return {
        ...result,
        rows: result.rows.map((row) => openRow(ring, plan, onUnreadable, row)),
      }
    },
  }
}
