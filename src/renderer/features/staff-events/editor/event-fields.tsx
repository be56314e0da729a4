import { useTranslation } from 'react-i18next'
import {
  AddressField,
  CoverSection,
  WordsSection,
} from '../../../ui/content-editor/editor-fields.tsx'
import type { PlainField } from '../../../ui/content-editor/written-form.ts'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { type EventForm, REQUIRED } from './event-form.ts'
import type { EventEditorState } from './use-event-editor.ts'

export function EventFields({ editor }: { readonly editor: EventEditorState }) {
  const { t } = useTranslation('staffEvents')
  const plain = (name: PlainField<EventForm>) => ({
    ...editor.plainInput(name),
    label: t(`field.${name}`),
  })
  return (
    <>
      <WordsSection
        editor={editor}
        required={REQUIRED}
        description={{ hint: t('hint.description'), maxChars: 5_000 }}
        fullContentRows={8}
        afterTitle={
          <TextField
            {...editor.wordsInput('location')}
            label={t('field.location')}
            hint={t('hint.location')}
            required
            maxLength={300}
          />
        }
        afterFullContent={
          <TextArea
            {...editor.wordsInput('goals')}
            label={t('field.goals')}
            hint={t('hint.goals')}
            rows={4}
          />
        }
      />
      <Section title={t('part.time')} lead={t('part.timeLead')}>
        <div className="field-lines">
          <TextField {...plain('startDay')} type="date" required />
          <TextField {...plain('startTime')} type="time" required />
          <TextField {...plain('endDay')} type="date" hint={t('hint.endDay')} />
          <TextField {...plain('endTime')} type="time" required />
          <TextField
            {...plain('capacity')}
            inputMode="numeric"
            dir="ltr"
            hint={t('hint.capacity')}
          />
          <TextField {...plain('price')} hint={t('hint.price')} dir="auto" />
        </div>
      </Section>
      <CoverSection editor={editor} lead={t('part.pictureLead')} />
      <Section title={t('part.contact')} lead={t('part.contactLead')}>
        <div className="field-lines">
          <TextField {...plain('organizer')} dir="auto" />
          <TextField {...plain('contactPerson')} dir="auto" />
          <TextField {...plain('contactEmail')} type="email" dir="ltr" autoComplete="off" />
          <TextField {...plain('contactPhone')} type="tel" dir="ltr" autoComplete="off" />
          <AddressField editor={editor} />
        </div>
      </Section>
    </>
  )
}
