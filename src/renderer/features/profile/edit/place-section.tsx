import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readCountry } from '#shared/domain/countries.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import type { Profile } from '../use-profile.ts'
import { focusSoon } from '../focus-soon.ts'
import { EditForm } from './edit-form.tsx'
import { Photos } from './photos.tsx'

/** The part of the own data that members change themselves. */
export function PlaceSection({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // The button that opened the form is back: so is the focus.
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])
  return (
    <Section
      title={t('place.title')}
      lead={editing ? t('place.leadEditing') : undefined}
      actions={
        !editing && (
          <Button
            ref={button}
            variant="secondary"
            icon={<Pencil aria-hidden="true" size={18} />}
            onClick={() => setEditing(true)}
          >
            {t('edit.start')}
          </Button>
        )
      }
    >
      {editing ? (
        <EditForm profile={profile} onClose={() => setEditing(false)} />
      ) : (
        <PlaceView profile={profile} onWithdrawn={() => focusSoon(button)} />
      )}
    </Section>
  )
}

function PlaceView({
  profile,
  onWithdrawn,
}: {
  readonly profile: Profile
  readonly onWithdrawn: () => void
}) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const { currentCountry, currentCity, currentVillage } = profile
  return (
    <div className="grid gap-6">
      <Photos profile={profile} onWithdrawn={onWithdrawn} />
      <Facts
        items={[
          {
            label: t('place.country'),
            value: currentCountry && format.country(readCountry(currentCountry) ?? currentCountry),
          },
          { label: t('place.city'), value: currentCity && <Auto>{currentCity}</Auto> },
          { label: t('place.village'), value: currentVillage && <Auto>{currentVillage}</Auto> },
        ]}
      />
    </div>
  )
}
