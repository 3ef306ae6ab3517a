import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject } from '../model/same.ts'
import { cellPart, newTable, paragraph, tableBlock } from '../model/table-shape.ts'
import type { Block } from '../types.ts'
import { readCell } from './cell-text.ts'
import { insertColumn, moveColumn, removeColumn } from './column-edits.ts'
import { type Edit, writeAt } from './edits.ts'
import { headRowsOf, setHead } from './head.ts'
import { cellAt, editableTable, rowsOf, type Table } from './layout.ts'
import { pastedCells, spreadAt } from './pasted-cells.ts'
import { nextPlace } from './places.ts'
import { insertRow, moveRow, removeRow } from './row-edits.ts'

const cell = fc.oneof(
  fc.string(),
  fc.record({ text: fc.string() }),
  fc.record({ value: fc.constant([paragraph('in Markdown')]) }),
  fc.record(
    {
      content: fc.oneof(fc.constant([]), fc.constant([paragraph('one')]), fc.jsonValue({ maxDepth: 2 })),
      isHeader: fc.boolean(),
      colspan: fc.integer({ min: 0, max: 4 }),
      rowspan: fc.integer({ min: 0, max: 4 }),
      note: fc.string(),
    },
    { requiredKeys: [] },
  ),
)

const tables = fc
  .record({
    rows: fc.array(fc.record({ cells: fc.array(cell, { maxLength: 4 }) }), { minLength: 1, maxLength: 5 }),
    headerRows: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
    tone: fc.string(),
  })
  .map((parts): Table => opened({ _type: 'table', ...parts }))

function opened(block: Block): Table {
  const table = editableTable(block)
  if (table === null) throw new Error('This table cannot be edited.')
  return table
}

function textsOf(table: Table): string[][] {
  const { slots, columns } = table.layout
  return slots.map((_, row) =>
    Array.from({ length: columns }, (__, column) => readCell(cellAt(table, row, column)).text),
  )
}

function grid(texts: readonly (readonly string[])[]): Table {
  return opened(tableBlock(texts.map((line) => line.map((text) => cellPart([paragraph(text)])))))
}

function done(edit: Edit, table: Table): Table {
  const run = edit(table)
  if (run === null) throw new Error('This cannot be done here.')
  return run()
}

function cellsOf(table: Table): unknown[] {
  return rowsOf(table.block).flatMap(({ cells }) => cells)
}

describe('edits of a table', () => {
  it('lose no cell, whatever the table is', () => {
    fc.assert(
      fc.property(tables, fc.nat(5), (table, at) => {
        const kept = cellsOf(table)
        const { tone } = table.block
        for (const edit of [insertRow(at), moveRow(at, at + 1), insertColumn(at), moveColumn(at, at + 1)]) {
          const next = edit(table)?.()
          if (next === undefined) continue
          const cells = cellsOf(next)
          expect(kept.every((one) => cells.includes(one))).toBe(true)
          expect(next.block['tone']).toBe(tone)
        }
      }),
    )
  })

  it('leave the other cells where they were when one is written in', () => {
    fc.assert(
      fc.property(tables, fc.nat(3), fc.nat(4), fc.string(), (table, row, column, text) => {
        const { slots, columns } = table.layout
        if (row >= slots.length || column >= columns) return
        const before = cellAt(table, row, column)
        if (readCell(before).isLocked) return
        const next = writeAt(table, { row, column }, text)
        expect(readCell(cellAt(next, row, column)).text).toBe(text)
        const others = cellsOf(table).filter((one) => isObject(one) && one !== before)
        const left = cellsOf(next)
        expect(others.every((one) => left.includes(one))).toBe(true)
      }),
    )
  })

  it('are taken back by their opposites', () => {
    fc.assert(
      fc.property(tables, fc.nat(4), (table, at) => {
        const { length } = rowsOf(table.block)
        const withRow = at <= length ? insertRow(at)(table)?.() : undefined
        if (withRow !== undefined)
          expect(rowsOf(removeRow(at)(withRow)?.().block ?? table.block)).toEqual(rowsOf(table.block))
        const moved = moveRow(at, at + 1)(table)?.()
        // A row of header cells alone is a header row once it is at the top, and stays there.
        if (moved !== undefined && headRowsOf(moved) === headRowsOf(table))
          expect(moveRow(at, at + 1)(moved)?.().block).toEqual(table.block)
      }),
    )
  })

  it('insert, move and remove rows and columns', () => {
    const table = grid([
      ['a', 'b'],
      ['c', 'd'],
    ])
    const after = (edit: Edit) => textsOf(done(edit, table))
    expect(after(insertRow(1))).toEqual([
      ['a', 'b'],
      ['', ''],
      ['c', 'd'],
    ])
    expect(after(insertColumn(2))).toEqual([
      ['a', 'b', ''],
      ['c', 'd', ''],
    ])
    expect(after(moveRow(0, 1))).toEqual([
      ['c', 'd'],
      ['a', 'b'],
    ])
    expect(after(moveColumn(1, 0))).toEqual([
      ['b', 'a'],
      ['d', 'c'],
    ])
    expect(after(removeRow(0))).toEqual([['c', 'd']])
    expect(after(removeColumn(1))).toEqual([['a'], ['c']])
    expect(moveRow(1, 2)(table)).toBeNull()
    expect(moveColumn(0, -1)(table)).toBeNull()
    expect(removeRow(0)(grid([['a']]))).toBeNull()
    expect(removeColumn(0)(grid([['a']]))).toBeNull()
  })

  it('never cut through merged cells', () => {
    const table = opened(
      tableBlock([
        [cellPart([paragraph('wide')], { colspan: 2 }), cellPart([])],
        [cellPart([paragraph('high')], { rowspan: 2 }), cellPart([]), cellPart([])],
        [cellPart([paragraph('m')]), cellPart([paragraph('n')])],
      ]),
    )
    expect(textsOf(table)).toEqual([
      ['wide', 'wide', ''],
      ['high', '', ''],
      ['high', 'm', 'n'],
    ])
    for (const edit of [
      insertRow(2),
      removeRow(1),
      moveRow(1, 2),
      insertColumn(1),
      removeColumn(0),
      moveColumn(1, 2),
    ])
      expect(edit(table)).toBeNull()
    expect(textsOf(done(insertRow(3), table))).toHaveLength(4)
    expect(textsOf(done(removeColumn(2), table))[2]).toEqual(['high', 'm'])
    expect(textsOf(done(insertColumn(2), table))[0]).toEqual(['wide', 'wide', '', ''])
  })

  it('keep head rows at the top, in the way that the table says it', () => {
    const table = opened(newTable(3, 2))
    expect(headRowsOf(table)).toBe(1)
    for (const edit of [insertRow(0), moveRow(0, 1), moveRow(1, 0)]) expect(edit(table)).toBeNull()
    expect(headRowsOf(done(insertRow(1), table))).toBe(1)
    expect(rowsOf(done(insertColumn(1), table).block)[0]?.cells[1]).toMatchObject({ isHeader: true })
    const without = setHead(table, false)
    expect(headRowsOf(without)).toBe(0)
    expect(JSON.stringify(setHead(without, true).block)).toBe(JSON.stringify(table.block))
    const counted = opened({ _type: 'table', headerRows: 1, rows: [{ cells: ['a'] }, { cells: ['b'] }] })
    expect(setHead(counted, false).block).toMatchObject({ headerRows: 0 })
    expect(done(removeRow(0), counted).block).toMatchObject({ headerRows: 0 })
  })

  it('fill short rows where text is written', () => {
    const table = grid([['a', 'b', 'c'], ['d']])
    expect(textsOf(writeAt(table, { row: 1, column: 2 }, 'x'))).toEqual([
      ['a', 'b', 'c'],
      ['d', '', 'x'],
    ])
    expect(textsOf(done(moveColumn(0, 1), table))).toEqual([
      ['b', 'a', 'c'],
      ['', 'd', ''],
    ])
  })

  it('are not offered for what is no such table, or beyond all measure', () => {
    for (const rows of [
      undefined,
      'rows',
      [1],
      [{}],
      [{ cells: [1] }],
      [{ cells: [null] }],
      [{ cells: [{ colspan: 101 }] }],
      [{ cells: [{ colspan: 1e9, rowspan: 1e9 }] }],
      Array.from({ length: 20_001 }, () => ({ cells: [] })),
    ])
      expect(editableTable({ _type: 'table', rows })).toBeNull()
  })

  it('take what a spreadsheet copies, and grow for it', () => {
    expect(pastedCells('no table')).toBeNull()
    const cells = pastedCells('a\t"b ""c""\nd"\r\n<script>\t\r\n')
    expect(cells).toEqual([
      ['a', 'b "c"\nd'],
      ['<script>', ''],
    ])
    const table = spreadAt(grid([['1', '2']]), { row: 0, column: 1 }, cells ?? [])
    expect(textsOf(table)).toEqual([
      ['1', 'a', 'b "c"\nd'],
      ['', '<script>', ''],
    ])
  })

  it('are led to by every cell once', () => {
    const table = opened(
      tableBlock([[cellPart([], { colspan: 2, rowspan: 2 }), cellPart([])], [cellPart([])]]),
    )
    expect(nextPlace(table, { row: 0, column: 0 }, 1)).toEqual({ row: 0, column: 2 })
    expect(nextPlace(table, { row: 0, column: 2 }, 1)).toEqual({ row: 1, column: 2 })
    expect(nextPlace(table, { row: 1, column: 2 }, 1)).toBeNull()
    expect(nextPlace(table, { row: 1, column: 2 }, -1)).toEqual({ row: 0, column: 2 })
    expect(nextPlace(table, { row: 0, column: 0 }, -1)).toBeNull()
  })
})
