import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence } from '#shared/contract/reports.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { EvidenceCard } from './evidence-card.tsx'
import { kindOf, opensHere } from './evidence-kind.ts'
import { useStaffRole } from '../staff/use-staff.ts'
import { Viewer } from './viewer.tsx'

// For the few who keep the evidence; everybody else does not fetch it.
const StaffEvidence = lazy(async () => ({
  default: (await import('./staff-evidence.tsx')).StaffEvidence,
}))

/**
 * Pictures of violations are blurred until the reader asks for them: one by one, or all of this visit. A page that
 * shows dead or injured people unasked drives away the very readers whom it wants to inform.
 */
export function Gallery({ items }: { readonly items: readonly Evidence[] }) {
  const { t } = useTranslation('evidence')
  const role = useStaffRole()
  const [clear, setClear] = useState<ReadonlySet<number>>(new Set())
  const [allClear, setAllClear] = useState(false)
  const [shown, setShown] = useState<number>()
  const viewable = items.filter((item) => opensHere(kindOf(item)))
  const index = viewable.findIndex(({ id }) => id === shown)
  return (
    <section aria-labelledby="evidence-list">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="evidence-list" className="text-xl headline">
          {t('items', { count: items.length })}
        </h2>
      </div>
      {viewable.length > 0 && (
        <Notice tone="warning" title={t('graphicTitle')} className="mt-4">
          <p>{t('graphicText')}</p>
          <div className="mt-1">
            <Switch label={t('showAll')} checked={allClear} onChange={setAllClear} />
          </div>
        </Notice>
      )}
      <ul className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((item, place) => (
          <li key={item.id} className="flex">
            <EvidenceCard
              item={item}
              number={place + 1}
              blurred={!allClear && !clear.has(item.id)}
              onUnblur={() => setClear(new Set([...clear, item.id]))}
              onOpen={() => setShown(item.id)}
              staff={
                role !== undefined && (
                  <Suspense fallback={<div className="min-h-11" />}>
                    <StaffEvidence item={item} role={role} number={place + 1} />
                  </Suspense>
                )
              }
            />
          </li>
        ))}
      </ul>
      <Viewer
        items={viewable}
        index={index === -1 ? undefined : index}
        onMove={(to) => setShown(viewable[to]?.id)}
        onClose={() => setShown(undefined)}
      />
    </section>
  )
}
