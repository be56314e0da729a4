import { Landmark, Mail, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { ComboField } from '../../../ui/combo/combo-field.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { type Sample, useWords } from './sample.ts'

function Boxes() {
  const say = useWords()
  return (
    <div className="grid gap-2">
      <Checkbox
        label={say('Send me the newsletter', 'أرسلوا إليّ النشرة')}
        hint={say('Once a month, no more.', 'مرة في الشهر لا أكثر.')}
        defaultChecked
      />
      <Checkbox
        required
        label={
          <>
            {say('I accept the', 'أوافق على')}{' '}
            <a href="/dev/ui" className="text-brand underline">
              {say('terms', 'الشروط')}
            </a>
          </>
        }
        error={say('Without this we cannot keep your request.', 'لا يمكننا حفظ طلبك دون ذلك.')}
      />
      <Checkbox label={say('Not possible yet', 'غير متاح بعد')} disabled />
    </div>
  )
}

function Switches() {
  const say = useWords()
  const [on, setOn] = useState(true)
  return (
    <div className="grid gap-3">
      <Switch
        label={say('Event reminders', 'تذكير بالفعاليات')}
        hint={say('A day before.', 'قبل يوم.')}
        checked={on}
        onChange={setOn}
      />
      <Switch label={say('Large text', 'نص كبير')} checked={!on} onChange={() => setOn(!on)} />
      <Switch label={say('Being saved', 'قيد الحفظ')} checked busy onChange={setOn} />
      <Switch label={say('Not possible', 'غير متاح')} checked={false} disabled onChange={setOn} />
    </div>
  )
}

function Cards() {
  const say = useWords()
  const [way, setWay] = useState('mail')
  const [sex, setSex] = useState<string>()
  return (
    <div className="grid gap-4">
      <ChoiceCards
        legend={say('Way to register', 'طريقة التسجيل')}
        columns={2}
        value={way}
        onChange={setWay}
        options={[
          { value: 'mail', label: say('E-mail', 'البريد'), icon: <Mail size={20} /> },
          {
            value: 'phone',
            label: say('Phone', 'الهاتف'),
            hint: say('Coming soon', 'قريبًا'),
            icon: <Smartphone size={20} />,
            disabled: true,
          },
        ]}
      />
      <ChoiceCards
        legend={say('Sex', 'الجنس')}
        required
        columns={2}
        value={sex}
        onChange={setSex}
        error={say('Choose one.', 'اختر واحدًا.')}
        options={[
          { value: 'f', label: say('Female', 'أنثى') },
          { value: 'm', label: say('Male', 'ذكر') },
        ]}
      />
      <ChoiceCards
        legend={say('Donation', 'التبرع')}
        columns={1}
        value="bank"
        onChange={() => undefined}
        options={[
          {
            value: 'bank',
            label: say('Bank transfer', 'تحويل مصرفي'),
            hint: say('You get the account and a reference.', 'تحصل على رقم الحساب ومرجع.'),
            icon: <Landmark size={20} />,
          },
        ]}
      />
    </div>
  )
}

function Combos() {
  const say = useWords()
  const [work, setWork] = useState('')
  const options = ['Doctor', 'Engineer', 'Farmer', 'Soldier'].map((value, index) => ({
    value,
    label: say(value, ['طبيب', 'مهندس', 'مزارع', 'جندي'][index] ?? value),
  }))
  return (
    <ComboField
      label={say('Occupation', 'المهنة')}
      options={options}
      value={work}
      onChange={setWork}
    />
  )
}

export const CHOICE_SAMPLES: readonly Sample[] = [
  { name: 'Checkbox', Show: Boxes },
  { name: 'Switch', Show: Switches },
  { name: 'ChoiceCards', Show: Cards },
  { name: 'ComboField', Show: Combos },
]
