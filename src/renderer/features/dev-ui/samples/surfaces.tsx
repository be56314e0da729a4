import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Disclosure, DisclosureButton, DisclosurePanel } from '../../../ui/layout/disclosure.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { type Sample, useWords } from './sample.ts'

function Sections() {
  const say = useWords()
  return (
    <Section
      title={say('Current address', 'العنوان الحالي')}
      lead={say('Only staff sees it.', 'لا يراه إلا فريق العمل.')}
      actions={<Button variant="secondary">{say('Edit', 'تعديل')}</Button>}
    >
      <Facts
        items={[
          { label: say('Name', 'الاسم'), value: <Auto>{say('آمنة إدريس', 'Amna Idris')}</Auto> },
          { label: say('Phone', 'الهاتف'), value: <Ltr>+33 6 12 34 56 78</Ltr> },
          { label: say('Village', 'القرية'), value: '' },
        ]}
      />
    </Section>
  )
}

function Disclosures() {
  const say = useWords()
  return (
    <Disclosure className="relative">
      <DisclosureButton className="min-h-11 rounded-md border border-line-strong px-4 font-semibold">
        {say('More', 'المزيد')}
      </DisclosureButton>
      <DisclosurePanel className="mt-2 rounded-md border border-line bg-raised p-4 shadow-float">
        {say('What was hidden.', 'ما كان مخفيًا.')}
      </DisclosurePanel>
    </Disclosure>
  )
}

export const SURFACE_SAMPLES: readonly Sample[] = [
  { name: 'Section, Facts', Show: Sections },
  { name: 'Disclosure', Show: Disclosures },
]
