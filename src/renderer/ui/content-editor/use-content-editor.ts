import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type * as z from 'zod'
import { type Language, LANGUAGES, textDirection } from '#shared/domain/text/languages.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { CallFailure } from '../../platform/calls/call-failure.ts'
import { uploadFiles } from '../../platform/files/upload.ts'
import { useCall } from '../call/use-call.ts'
import { announce } from '../feedback/announcer.tsx'
import { toast } from '../feedback/toast.ts'
import { useFaultSummary } from '../form/use-fault-summary.ts'
import type { PictureChoice } from './picture-part.tsx'
import { type Faults, serverFaults, without } from './server-faults.ts'
import { dropSessionDraft, readSessionDraft, writeSessionDraft } from './session-draft.ts'
import { suggestAddress } from './site-address.ts'
import {
  differences,
  type FormFault,
  isFieldOf,
  languageOfFault,
  type PlainField,
  titlesOf,
  type WordsOf,
  type WrittenForm,
  type WrittenInput,
} from './written-form.ts'

/** What the server keeps: an event, an article. */
interface Written {
  readonly id: string
  readonly version: number
  readonly image: string | null
  /** Languages that were not written and show the words of another. */
  readonly borrowed: readonly Language[]
}

/** The kind of content, its form, and the queries to refresh after a change. */
export interface ContentKind<I extends Written, F extends WrittenForm> {
  readonly name: 'event' | 'news'
  readonly item: z.ZodType<I>
  readonly form: z.ZodType<F>
  readonly formOf: (item: I) => F
  /** The day that a suggested address ends with. */
  readonly dayOf: (form: F) => string
  /** Where a path of the server's body stands in the form. */
  readonly fieldOfPath: (path: string) => string
  /** The pages that show it show it as it is kept now. */
  readonly keep: (item: I) => void
  /** After a deletion: the lists are fetched again. */
  readonly forget: () => void
}

interface SaveStep<I, F> {
  /** The name of the pressed button, which shows the progress. */
  readonly work: string
  /** Faults that are found before the call, by the path of the field; of texts, in the language that is open where none is written. */
  readonly faultsOf: (form: F, language: Language) => Readonly<Record<string, FormFault>>
  readonly send: (form: F, image: string | null) => Promise<I>
  /** Announced when it is saved. */
  readonly done: string
}

const pictureOf = (item: Written | undefined): PictureChoice => ({
  held: item?.image ?? null,
  file: undefined,
  removed: false,
})

/**
 * The editor for all content in three languages: typed texts are stored in the tab until they are
 * saved, a version that the writer has not read is never overwritten, and a failed save loses
 * nothing.
 * @param loaded as it is kept; undefined for something new
 * @param empty the form of something new
 * @param listPath the address of the list on the dashboard
 */
export function useContentEditor<I extends Written, F extends WrittenForm>(
  kind: ContentKind<I, F>,
  loaded: I | undefined,
  empty: F,
  listPath: string,
) {
  const { t } = useTranslation(['contentEditor', 'problems', 'ui'])
  const navigate = useNavigate()
  const own = useLanguage()
  const draftName = `${kind.name}.${loaded?.id ?? 'new'}`
  const [kept] = useState(() =>
    readSessionDraft(draftName, (value) => kind.form.safeParse(value).data),
  )
  const [item, setItem] = useState(loaded)
  const [version, setVersion] = useState(kept?.version ?? loaded?.version ?? 0)
  const [form, setForm] = useState<F>(
    kept?.form ?? (loaded === undefined ? empty : kind.formOf(loaded)),
  )
  const [restored, setRestored] = useState(kept !== undefined)
  const [picture, setPicture] = useState(() => pictureOf(loaded))
  const [sent, setSent] = useState<{ readonly file: File; readonly address: string }>()
  const [language, setLanguage] = useState<Language>(
    () => [own, ...LANGUAGES].find((name) => loaded?.borrowed.includes(name) !== true) ?? own,
  )
  const [faults, setFaults] = useState<Faults>({})
  const [faultList, toFaultList] = useFaultSummary()
  const [failure, setFailure] = useState<string>()
  const [theirs, setTheirs] = useState<I>()
  const [progress, setProgress] = useState<number>()
  const [goTo, setGoTo] = useState<string>()

  const typed = differences(item === undefined ? empty : kind.formOf(item), form).length > 0
  const unsaved = (typed || picture.file !== undefined || picture.removed) && goTo === undefined

  useEffect(() => {
    if (goTo !== undefined) return
    if (typed) writeSessionDraft(draftName, { version, form })
    else dropSessionDraft(draftName)
  })
  useEffect(() => {
    // After the render that took the guard away.
    if (goTo !== undefined) void navigate(goTo, { replace: true })
  }, [goTo, navigate])

  const showFaults = (found: Faults): void => {
    setFaults(found)
    const paths = Object.keys(found)
    const first = LANGUAGES.find((name) => paths.some((path) => languageOfFault(path) === name))
    if (first !== undefined && !paths.some((path) => languageOfFault(path) === language))
      setLanguage(first)
    if (paths.length > 0) toFaultList()
  }
  const suggested = suggestAddress(titlesOf(form), kind.name, kind.dayOf(form))
  const setPlain = (field: PlainField<F>, value: string): void => {
    setForm((now) => ({ ...now, [field]: value }))
    setFaults((now) => without(now, field))
  }
  const setWords = (field: keyof WordsOf<F> & string, value: string): void => {
    setForm((now) => ({
      ...now,
      content: { ...now.content, [language]: { ...now.content[language], [field]: value } },
    }))
    setFaults((now) => without(now, `content.${language}.${field}`))
  }

  /** As the server keeps it now; what was typed and not sent stays. */
  const takeState = (next: I): void => {
    setItem(next)
    setVersion(next.version)
    kind.keep(next)
  }
  const takeAll = (next: I): void => {
    takeState(next)
    setForm(kind.formOf(next))
    setPicture(pictureOf(next))
    setRestored(false)
    setTheirs(undefined)
    setFaults({})
    dropSessionDraft(draftName)
  }

  async function imageAddress(): Promise<string | null> {
    const { file, held, removed } = picture
    if (file === undefined) return removed ? null : held
    if (sent?.file === file) return sent.address // a second try after another fault sends no second copy
    const { report: address } = await uploadFiles({ report: file }, { onProgress: setProgress })
    setSent({ file, address })
    return address
  }

  function onFailure(error: CallFailure): void {
    const current = kind.item.safeParse(error.problem?.['current'])
    if (error.problem?.code === 'conflict' && current.success) setTheirs(current.data)
    else if (error.problem?.code === 'conflict' && item === undefined)
      showFaults({ address: { text: t('contentEditor:fault.taken'), named: false } })
    else {
      const shown = serverFaults(t, error, (path) => isFieldOf(form, kind.fieldOfPath(path)))
      showFaults(
        Object.fromEntries(
          Object.entries(shown.fields).map(([path, text]) => [kind.fieldOfPath(path), text]),
        ),
      )
      setFailure(shown.text)
    }
  }

  /** Returns whether the step succeeded; the page shows what went wrong. */
  const call = useCall((_work: string, step: () => Promise<void>) => step(), onFailure)
  async function run(work: string, step: () => Promise<void>): Promise<boolean> {
    setFailure(undefined)
    setTheirs(undefined)
    const done = await call.run(work, step)
    setProgress(undefined)
    return done !== undefined
  }

  function save({ work, faultsOf, send, done }: SaveStep<I, F>): void {
    const full = form.address === '' ? { ...form, address: suggested } : form
    const found = faultsOf(full, language)
    if (Object.keys(found).length > 0) {
      showFaults(
        Object.fromEntries(
          Object.entries(found).map(([path, fault]) => [
            path,
            { text: t(`contentEditor:fault.${fault}`), named: fault.startsWith('missing.') },
          ]),
        ),
      )
      return
    }
    void run(work, async () => {
      const next = await send(full, await imageAddress())
      takeAll(next)
      toast.success(done)
      announce(done)
      if (item === undefined) setGoTo(`${listPath}/${next.id}/edit`)
    })
  }

  return {
    item,
    version,
    form,
    /** The address that is used where none was typed. */
    suggested,
    /** What an input of words needs, in the language that is open. */
    wordsInput: (
      name: keyof WordsOf<F> & string,
    ): WrittenInput & { readonly lang: Language; readonly dir: 'ltr' | 'rtl' } => ({
      value: (form.content[language] as Readonly<Record<string, string>>)[name] ?? '', // all words are text
      error: faults[`content.${language}.${name}`]?.text,
      name: `content.${language}.${name}`,
      lang: language,
      dir: textDirection(language),
      onChange: ({ target }) => setWords(name, target.value),
    }),
    /** What an input of anything else needs. */
    plainInput: (name: PlainField<F>): WrittenInput => ({
      value: form[name] as string, // everything is text until it is sent
      error: faults[name]?.text,
      name,
      onChange: ({ target }) => setPlain(name, target.value),
    }),
    picture,
    language,
    faults,
    /** Where the list of the faults stands, which takes the focus when a save is refused. */
    faultList,
    toFault: (path: string): void => {
      const inLanguage = languageOfFault(path)
      if (inLanguage !== undefined) setLanguage(inLanguage)
      // After the fields of that language are there.
      setTimeout(() => {
        const field = document.querySelector<HTMLElement>(
          path === 'image' ? 'main input[type="file"]' : `main [name="${path}"]`,
        )
        field?.focus()
        field?.scrollIntoView({ block: 'center' })
      }, 0)
    },
    failure,
    theirs,
    busy: call.busy ? call.input?.[0] : undefined,
    progress,
    restored,
    unsaved,
    setLanguage,
    takeState,
    run,
    save,
    setPicture: (next: PictureChoice): void => {
      setPicture(next)
      setFaults((now) => without(now, 'image'))
    },
    remove: (send: () => Promise<unknown>, done: string): Promise<boolean> =>
      run('delete', async () => {
        await send()
        dropSessionDraft(draftName)
        toast.success(done)
        kind.forget()
        setGoTo(listPath)
      }),
    startAnew: (): void => {
      if (item !== undefined) takeAll(item)
      else setForm(empty)
      setRestored(false)
    },
    useTheirs: (): void => theirs && takeAll(theirs),
    keepMine: (): void => {
      if (theirs !== undefined) takeState(theirs)
      setTheirs(undefined)
    },
    differences: theirs === undefined ? [] : differences(kind.formOf(theirs), form),
  }
}
