import { Select, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { PUSH_QUESTION_LIMITS } from '~/api/words';
import { languageName } from '~/lib/names';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { CountedLabel, FieldError, FieldPair } from '~/ui/form';
import type { FormOf } from '../../form/use-form';
import { LANGUAGE_CHOICES } from '../../targeting/languages';
import { LANGUAGES_MAX, type QuestionValues, type SitePushValues } from './values';

/** What is said in one of the languages. */
function Question({
  question,
  onChange,
}: {
  question: QuestionValues;
  onChange(patch: Partial<QuestionValues>): void;
}) {
  const { title, text, accept, later } = question;
  return (
    <>
      <TextInput
        label={<CountedLabel label="Title" text={title} max={PUSH_QUESTION_LIMITS.title.max} />}
        maxLength={PUSH_QUESTION_LIMITS.title.max * 2}
        value={title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={<CountedLabel label="Text" text={text} max={PUSH_QUESTION_LIMITS.text.max} />}
        description="It must say that advertising comes, and how it is ended."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxLength={PUSH_QUESTION_LIMITS.text.max * 2}
        value={text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <FieldPair>
        <TextInput
          label={<CountedLabel label="Yes" text={accept} max={PUSH_QUESTION_LIMITS.accept.max} />}
          maxLength={PUSH_QUESTION_LIMITS.accept.max * 2}
          value={accept}
          onChange={(event) => onChange({ accept: event.currentTarget.value })}
        />
        <TextInput
          label={<CountedLabel label="Later" text={later} max={PUSH_QUESTION_LIMITS.later.max} />}
          maxLength={PUSH_QUESTION_LIMITS.later.max * 2}
          value={later}
          onChange={(event) => onChange({ later: event.currentTarget.value })}
        />
      </FieldPair>
    </>
  );
}

/** The questions, each in a language of its own. */
export function Questions({
  form,
  at,
  onAt,
}: {
  form: FormOf<SitePushValues>;
  /** The one that is shown. */
  at: number;
  onAt(at: number): void;
}) {
  const { questions } = form.values;
  const question = questions[at] ?? questions[0];
  if (!question) return null;
  const put = (next: QuestionValues[]) => form.set('questions', next);
  const used = questions.map(({ language }) => language);
  return (
    <>
      <div className="row wrap">
        <Segmented
          label="Language of the question"
          value={question.language}
          onChange={(language) => onAt(used.indexOf(language))}
          options={questions.map(({ language }) => ({ value: language, label: languageName(language) }))}
        />
        {questions.length < LANGUAGES_MAX && (
          <Select
            size="xs"
            aria-label="Add a language"
            placeholder="Language"
            leftSection={<IconPlus size={14} aria-hidden />}
            searchable
            value={null}
            data={LANGUAGE_CHOICES.filter(({ value }) => !used.includes(value))}
            onChange={(language) => {
              if (!language) return;
              put([...questions, { ...question, language }]);
              onAt(questions.length);
            }}
          />
        )}
        {questions.length > 1 && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              put(questions.filter((one) => one !== question));
              onAt(0);
            }}
          >
            <IconTrash size={14} aria-hidden />
            Remove {languageName(question.language)}
          </Button>
        )}
      </div>
      <Question
        question={question}
        onChange={(patch) => put(questions.map((one) => (one === question ? { ...one, ...patch } : one)))}
      />
      <FieldError text={form.errors.questions} />
    </>
  );
}
