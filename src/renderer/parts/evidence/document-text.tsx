import { useQuery } from '@tanstack/react-query'
import { TextSearch } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readText } from '#shared/contract/evidence.ts'
import type { Evidence } from '#shared/contract/reports.ts'
import { hasText } from '#shared/domain/report/report-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { splitAt } from './split-at.ts'

interface DocumentTextProps {
  readonly item: Evidence
  readonly number: number
}

/** The text of a document, for staff to search and copy. The public gets pages alone, which boxes cover. */
export function DocumentText({ item, number }: DocumentTextProps) {
  const { t } = useTranslation('evidence')
  const [open, setOpen] = useState(false)
  if (item.document === undefined || !hasText(item.mediaType)) return null
  return (
    <>
      <Button
        variant="secondary"
        className="self-start"
        aria-label={t('text.openOf', { number })}
        icon={<TextSearch aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('text.open')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('text.title', { id: number })}
        description={t('text.lead')}
        size="lg"
      >
        {open && <TextOf id={item.id} />}
      </Dialog>
    </>
  )
}

function TextOf({ id }: { readonly id: number }) {
  const { t } = useTranslation('evidence')
  const query = useQuery({
    ...readQuery(['reports', 'text', id], readText, { params: { id } }),
    gcTime: 0,
    refetchOnWindowFocus: false, // each call is a line of the custody
  })
  return (
    <Loaded query={query} failure={t('text.notLoaded')} skeleton={<Skeleton className="h-96" />}>
      {({ pages }) => <Pages pages={pages} />}
    </Loaded>
  )
}

function Pages({ pages }: { readonly pages: readonly (string | null)[] }) {
  const { t } = useTranslation('evidence')
  const format = useFormat()
  const [sought, setSought] = useState('')
  const words = sought.trim()
  const found = pages
    .map((text, index) => ({ page: index + 1, text, parts: splitAt(text ?? '', words) }))
    .filter(({ parts }) => words === '' || parts.length > 1)
  const all = pages.filter((text) => text !== null).join('\n\n')
  if (all.trim() === '') return <Notice tone="info">{t('text.none')}</Notice>
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 grow">
          <TextField
            label={t('text.search')}
            type="search"
            dir="auto"
            value={sought}
            onChange={({ target }) => setSought(target.value)}
          />
        </div>
        <CopyButton text={all} label={t('text.copy')} />
      </div>
      <output className="text-sm text-muted">
        {words !== '' && t('text.found', { count: found.length })}
      </output>
      <ol className="grid grid-cols-1 gap-4">
        {found.map(({ page, text, parts }) => (
          // Only what is in sight is laid out: a document may have 500 pages.
          <li key={page} className="[content-visibility:auto]">
            <h3 className="text-sm font-semibold text-muted">
              {t('page', { number: format.number(page), total: format.number(pages.length) })}
            </h3>
            {text === null ? (
              <p className="text-muted">{t('text.unread')}</p>
            ) : (
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {parts.map((part, index) =>
                  index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
                )}
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
