import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/layout/section.tsx'
import { useProgress } from './progress.tsx'
import { sectionElementId, type SectionId, SECTIONS } from './sections.ts'

/** A part of the form, with the number of fields that are still open. */
export function SectionCard({
  id,
  children,
}: {
  readonly id: SectionId
  readonly children: ReactNode
}) {
  const { t } = useTranslation('registration')
  return (
    <div id={sectionElementId(id)} className="scroll-mt-4">
      <Section
        title={t(`sections.${id}.title`)}
        lead={t(`sections.${id}.lead`)}
        actions={<SectionStatus id={id} />}
      >
        <div className="grid gap-5">{children}</div>
      </Section>
    </div>
  )
}

function SectionStatus({ id }: { readonly id: SectionId }) {
  const { t } = useTranslation('registration')
  const { complete, faults } = useProgress()
  const section = SECTIONS.find((candidate) => candidate.id === id)
  const open = section?.fields.filter((field) => faults[field] !== undefined).length ?? 0
  if (complete.has(id)) {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-success">
        <CircleCheck aria-hidden="true" size={18} />
        {t('progress.complete')}
      </span>
    )
  }
  return (
    <span className="text-sm text-muted">
      {open === 0 ? t('progress.optional') : t('progress.left', { count: open })}
    </span>
  )
}
