import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import type { AuditFilters } from './audit-filters.ts'
import type { AuditEntry } from './audit-queries.ts'
import { detailText, Who } from './entry-parts.tsx'
import { useActionNames } from './use-action-names.ts'

export interface EntryDialogProps {
  readonly entry: AuditEntry | undefined
  readonly onFilter: (filter: Partial<AuditFilters>) => void
  readonly onClose: () => void
}

export function EntryDialog({ entry, onFilter, onClose }: EntryDialogProps) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  return (
    <Dialog
      open={entry !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={t('one.title', { seq: entry === undefined ? '' : format.number(entry.seq) })}
      size="lg"
    >
      {entry !== undefined && (
        <div className="grid gap-5">
          <EntryFacts entry={entry} />
          <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col">
            <Button variant="secondary" onClick={() => onFilter({ actor: entry.actor })}>
              {t('one.sameActor')}
            </Button>
            {entry.target !== '' && (
              <Button variant="secondary" onClick={() => onFilter({ target: entry.target })}>
                {t('one.sameTarget')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { nameOf } = useActionNames()
  return (
    <Facts
      items={[
        {
          label: t('columns.action'),
          value: (
            <>
              {nameOf(entry.action)}{' '}
              <span className="block font-mono text-sm font-normal text-muted">
                <Ltr>{entry.action}</Ltr>
              </span>
            </>
          ),
        },
        {
          label: t('columns.at'),
          value: <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>,
        },
        { label: t('columns.actor'), value: <Who id={entry.actor} /> },
        { label: t('columns.target'), value: <Who id={entry.target} /> },
        {
          label: t('one.detail'),
          value:
            Object.keys(entry.detail).length === 0 ? (
              ''
            ) : (
              <ul className="grid gap-1 font-mono text-sm font-normal">
                {Object.entries(entry.detail).map(([name, value]) => (
                  <li key={name}>
                    <Ltr className="break-all">{`${name}: ${detailText(value)}`}</Ltr>
                  </li>
                ))}
              </ul>
            ),
        },
        {
          label: t('one.request'),
          value:
            entry.requestId === '' ? (
              ''
            ) : (
              <Ltr className="font-mono text-sm font-normal break-all">{entry.requestId}</Ltr>
            ),
        },
      ]}
    />
  )
}
