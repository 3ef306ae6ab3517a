import { Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../session/session.tsx'
import classes from './field-grid.module.css'

interface FieldGridProps {
  readonly fields: readonly Field[]
  /** whether something is wrong with a field, so that its tab shows it */
  readonly isMarked: (field: Field) => boolean
  /** a field, as an element with `data-width` */
  readonly children: (field: Field) => ReactNode
}

/**
 * The fields of a form in rows by their widths, on tabs where fields name one. Fields without a tab are on the first.
 */
export function FieldGrid({ fields, isMarked, children }: FieldGridProps) {
  const { t } = useTranslation('editor')
  const tabs = tabsOf(fields)
  const [chosen, setChosen] = useState<string | null>(null)
  /** the keys of the tabs that were open once */
  const [opened, setOpened] = useState<readonly string[]>([])
  const [first] = tabs
  if (tabs.length < 2 || first === undefined) return <Grid>{fields.map(children)}</Grid>
  const shown = tabs.find(({ key }) => key === chosen) ?? first
  return (
    <Tabs
      value={shown.key}
      onChange={(key) => {
        setChosen(key)
        setOpened([...opened, shown.key, key ?? ''])
      }}
    >
      <Tabs.List mb="md" className={classes['tabs'] ?? ''}>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.key}
            value={tab.key}
            data-tab-fields={tab.fields.map(({ slug }) => slug).join(' ')}
            data-marked={tab.fields.some(isMarked) || undefined}
          >
            {tab.name === '' ? t('fields.title') : <bdi>{tab.name}</bdi>}
            {tab.fields.some(isMarked) && (
              <span className={classes['mark']}>
                <span className="unseen">{t('structure.wrong')}</span>
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.key} value={tab.key}>
          {/* A tab that was open once stays mounted, so that unfinished input in its controls is not lost. */}
          {(tab === shown || opened.includes(tab.key)) && <Grid>{tab.fields.map(children)}</Grid>}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Grid({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes['frame']}>
      <div className={classes['grid']}>{children}</div>
    </div>
  )
}

interface Tab {
  readonly key: string
  /** empty for the tab of the fields that name none */
  readonly name: string
  readonly fields: readonly Field[]
}

/** The tabs that the fields name, in the order of the fields; first the one of the fields without a tab. */
function tabsOf(fields: readonly Field[]): readonly Tab[] {
  const byName = Map.groupBy(fields, tabOf)
  const names = [...byName.keys()].toSorted((one, other) => Number(other === '') - Number(one === ''))
  return names.map((name) => ({
    key: `tab-${encodeURIComponent(name)}`,
    name,
    fields: byName.get(name) ?? [],
  }))
}

function tabOf({ options }: Field): string {
  const tab = options?.['tab']
  return typeof tab === 'string' ? tab : ''
}

/** How wide a field is; undefined for the whole width. */
export function widthOf({ options }: Field): string | undefined {
  const width = options?.['width']
  return width === 'half' || width === 'third' ? width : undefined
}
