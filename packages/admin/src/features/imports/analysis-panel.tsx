import { Alert, Anchor, List, Paper, Stack, Text, Title } from '@mantine/core'
import type { ImportAnalysis } from '@octavo/contract/operations/imports'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { causeText } from '../../api/service-text.ts'
import { byteText } from '../../ui/byte-text.ts'
import { tones } from '../../ui/tones.ts'
import { AuthorList } from './author-list.tsx'
import { CustomFieldList } from './custom-field-list.tsx'
import { PieceTable } from './piece-table.tsx'

/** The content of an export, and where each part would be imported. */
export function AnalysisPanel({ analysis }: { readonly analysis: ImportAnalysis }) {
  const { t } = useTranslation('imports')
  const { site, fileSize, warnings, authors, customFields } = analysis
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="import-analysis">
      <Title order={2} size="h4" id="import-analysis">
        {t('analysis.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        <bdi>{site.title}</bdi> <SiteLink url={site.url} />
        {' · '}
        {t('analysis.size', { size: byteText(fileSize), version: site.version })}
      </Text>
      <Stack gap="lg">
        {warnings.length > 0 && <Warnings analysis={analysis} />}
        <PieceTable analysis={analysis} />
        {authors.length > 0 && (
          <Part title={t('analysis.authors')} hint={t('analysis.authorHint')}>
            <AuthorList authors={authors} />
          </Part>
        )}
        {customFields.length > 0 && (
          <Part title={t('analysis.customFields')} hint={t('analysis.customFieldsHint')}>
            <CustomFieldList fields={customFields} />
          </Part>
        )}
      </Stack>
    </Paper>
  )
}

/** Only web addresses become links, because the file is not trusted. */
function SiteLink({ url }: { readonly url: string }) {
  if (!/^https?:\/\//i.test(url)) return <bdi>{url}</bdi>
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" size="sm" underline="always">
      {url}
    </Anchor>
  )
}

function Warnings({ analysis }: { readonly analysis: ImportAnalysis }) {
  const { t } = useTranslation('imports')
  // Each remark is the cause of the warning at the same index.
  const { warnings, remarks } = analysis
  return (
    <Alert icon={<TriangleAlert aria-hidden />} title={t('analysis.warnings')} vars={tones.warn}>
      <List size="sm">
        {warnings.map((warning, index) => (
          <List.Item key={warning}>{causeText(warning, remarks.slice(index, index + 1))}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

interface PartProps {
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}

function Part({ title, hint, children }: PartProps) {
  return (
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {hint}
      </Text>
      {children}
    </div>
  )
}
