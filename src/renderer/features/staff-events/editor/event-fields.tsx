import { useTranslation } from 'react-i18next'
import { textDirection } from '#shared/domain/text/languages.ts'
import { LanguageTabs } from '../../../ui/content-editor/language-tabs.tsx'
import { PicturePart } from '../../../ui/content-editor/picture-part.tsx'
import { suggestAddress } from '../../../ui/content-editor/site-address.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { TextField, type TextFieldProps } from '../../../ui/field/text-field.tsx'
import { type PlainField, titlesOf } from '../../../ui/content-editor/written-form.ts'
import { completeness, type EventForm, type Words } from './event-form.ts'
import type { EventEditorState } from './use-event-editor.ts'

interface Part {
  readonly editor: EventEditorState
}

export function EventFields({ editor }: Part) {
  return (
    <>
      <WordsPart editor={editor} />
      <TimePart editor={editor} />
      <CoverPart editor={editor} />
      <ContactPart editor={editor} />
    </>
  )
}

const LIMIT = {
  title: 200,
  description: 5_000,
  fullContent: 20_000,
  location: 300,
  imageAlt: 300,
} as const

function WordsPart({ editor: { form, language, faults, setLanguage, setWords } }: Part) {
  const { t } = useTranslation('staffEvents')
  const words = form.content[language]
  const field = (name: keyof Words) => ({
    label: t(`field.${name}`),
    value: words[name],
    error: faults[`content.${language}.${name}`],
    lang: language,
    dir: textDirection(language),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setWords(name, target.value),
  })
  return (
    <Section title={t('part.words')} lead={t('part.wordsLead')}>
      <LanguageTabs
        label={t('part.languages')}
        language={language}
        onChange={setLanguage}
        stateOf={(name) => completeness(form, name)}
      >
        <TextField key={`${language}-title`} {...field('title')} required maxLength={LIMIT.title} />
        <TextField
          key={`${language}-location`}
          {...field('location')}
          hint={t('hint.location')}
          required
          maxLength={LIMIT.location}
        />
        <TextArea
          key={`${language}-description`}
          {...field('description')}
          hint={t('hint.description')}
          required
          rows={3}
          maxChars={LIMIT.description}
        />
        <TextArea
          key={`${language}-full`}
          {...field('fullContent')}
          hint={t('hint.fullContent')}
          rows={8}
          maxChars={LIMIT.fullContent}
        />
        <TextArea key={`${language}-goals`} {...field('goals')} hint={t('hint.goals')} rows={4} />
        <TextField
          key={`${language}-alt`}
          {...field('imageAlt')}
          hint={t('hint.imageAlt')}
          maxLength={LIMIT.imageAlt}
        />
      </LanguageTabs>
    </Section>
  )
}

type Extra = Pick<
  TextFieldProps,
  'type' | 'required' | 'hint' | 'dir' | 'inputMode' | 'autoComplete' | 'className'
>

function Plain({
  editor: { form, faults, setPlain },
  name,
  ...extra
}: Part & Extra & { readonly name: PlainField<EventForm> }) {
  const { t } = useTranslation('staffEvents')
  return (
    <TextField
      {...extra}
      label={t(`field.${name}`)}
      value={form[name]}
      error={faults[name]}
      onChange={({ target }) => setPlain(name, target.value)}
    />
  )
}

function TimePart({ editor }: Part) {
  const { t } = useTranslation('staffEvents')
  return (
    <Section title={t('part.time')} lead={t('part.timeLead')}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Plain editor={editor} name="startDay" type="date" required />
        <Plain editor={editor} name="startTime" type="time" required />
        <Plain editor={editor} name="endDay" type="date" hint={t('hint.endDay')} />
        <Plain editor={editor} name="endTime" type="time" required />
        <Plain
          editor={editor}
          name="capacity"
          inputMode="numeric"
          dir="ltr"
          hint={t('hint.capacity')}
        />
        <Plain editor={editor} name="price" hint={t('hint.price')} dir="auto" />
      </div>
    </Section>
  )
}

function CoverPart({ editor: { picture, setPicture, faults, progress } }: Part) {
  const { t } = useTranslation('staffEvents')
  return (
    <Section title={t('part.picture')} lead={t('part.pictureLead')}>
      <PicturePart
        picture={picture}
        onChange={setPicture}
        error={faults['image']}
        progress={progress}
      />
    </Section>
  )
}

function ContactPart({ editor }: Part) {
  const { t } = useTranslation('staffEvents')
  const { event, form } = editor
  return (
    <Section title={t('part.contact')} lead={t('part.contactLead')}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Plain editor={editor} name="organizer" dir="auto" />
        <Plain editor={editor} name="contactPerson" dir="auto" />
        <Plain editor={editor} name="contactEmail" type="email" dir="ltr" autoComplete="off" />
        <Plain editor={editor} name="contactPhone" type="tel" dir="ltr" autoComplete="off" />
        {event === undefined && (
          <Plain
            editor={editor}
            name="address"
            dir="ltr"
            autoComplete="off"
            hint={t('hint.address', {
              example: suggestAddress(titlesOf(form), 'event', form.startDay),
            })}
            className="sm:col-span-2"
          />
        )}
      </div>
    </Section>
  )
}
