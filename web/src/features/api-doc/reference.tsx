import reference from 'virtual:api-reference';
import { cx } from '~/ui/classes';
import styles from './api-doc.module.css';
import type { ApiAnswer, ApiBody, ApiField, ApiObject, ApiOperation, ApiParameter } from './condense';

const METHODS: Record<string, string> = { GET: 'info', POST: 'ok', PUT: 'warn', PATCH: 'warn', DELETE: 'bad' };

/** Anchor of an object. */
const objectId = (name: string): string => `object-${name}`;

/** A text whose parts between backticks are code. */
function Words({ text }: { text: string }) {
  return text.split('`').map((part, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places
    return place % 2 === 1 ? <code key={place}>{part}</code> : part;
  });
}

/** A type in words, with links to the objects that it names. */
function Type({ text }: { text: string }) {
  return text.split(/\[\[(\w+)\]\]/).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <a key={place} href={`#${objectId(part)}`}>
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Words key={place} text={part} />
    ),
  );
}

function Fields({ caption, fields }: { caption: string; fields: readonly (ApiField | ApiParameter)[] }) {
  return (
    <table className={styles.fields}>
      <caption>{caption}</caption>
      <thead className="vh">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={'where' in field ? `${field.where} ${field.name}` : field.name}>
            <th scope="row">
              <code>{field.name}</code>
              {field.required && <span className={styles.required}>required</span>}
              {'where' in field && <span className={styles.where}>in the {field.where}</span>}
            </th>
            <td>
              <span className={styles.type}>
                <Type text={field.type} />
                {field.rule && (
                  <>
                    , <Words text={field.rule} />
                  </>
                )}
              </span>
              {field.text && (
                <span>
                  <Words text={field.text} />
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Body({ body }: { body: ApiBody }) {
  return (
    <>
      {(body.type || body.text) && (
        <p className={styles.note}>
          <b>Body:</b> {body.type && <Type text={body.type} />} {body.type && body.text && '· '}
          <Words text={body.text} />
        </p>
      )}
      {body.fields.length > 0 && <Fields caption={`Body · ${body.kind}`} fields={body.fields} />}
    </>
  );
}

function Answers({ answers }: { answers: readonly ApiAnswer[] }) {
  return (
    <table className={styles.fields}>
      <caption>Answers</caption>
      <thead className="vh">
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Answer</th>
        </tr>
      </thead>
      <tbody>
        {answers.map((answer) => (
          <tr key={answer.status}>
            <th scope="row">
              <code>{answer.status}</code>
            </th>
            <td>
              {answer.type ? (
                <span className={styles.type}>
                  <Type text={answer.type} />
                </span>
              ) : (
                !answer.text && 'No content'
              )}
              {answer.text && <Words text={answer.text} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Call({ call }: { call: ApiOperation }) {
  return (
    <details className={styles.call} id={call.id} data-call>
      <summary>
        <b className={cx(styles.method, METHODS[call.method] ?? 'idle')}>{call.method}</b>
        <code className={styles.path}>{call.path}</code>
        <span className={styles.summary}>
          <Words text={call.summary} />
        </span>
      </summary>
      <div className={styles.inside}>
        {call.text && (
          <p>
            <Words text={call.text} />
          </p>
        )}
        <p className={styles.note}>
          <b>Who:</b> {call.who} · <b>Operation:</b> <a href={`#${call.id}`}>{call.id}</a>
        </p>
        {call.parameters.length > 0 && <Fields caption="Parameters" fields={call.parameters} />}
        {call.body && <Body body={call.body} />}
        <Answers answers={call.answers} />
      </div>
    </details>
  );
}

function ObjectTable({ object }: { object: ApiObject }) {
  return (
    <details className={styles.call} id={objectId(object.name)} data-call>
      <summary>
        <code className={styles.path}>{object.name}</code>
        <span className={styles.summary}>
          <Words text={object.text} />
        </span>
      </summary>
      <div className={styles.inside}>
        {object.type && (
          <p>
            <Type text={object.type} />
          </p>
        )}
        {object.fields.length > 0 && <Fields caption="Fields" fields={object.fields} />}
      </div>
    </details>
  );
}

/** All calls and all objects. Large: loaded only where the page does not bring it along as HTML. */
export function Reference() {
  return (
    <>
      {reference.sections.map((section) => (
        <section key={section.id} data-calls>
          <h2 id={section.id}>{section.title}</h2>
          <p className={styles.lead}>
            <Words text={section.text} />
          </p>
          {section.operations.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </section>
      ))}
      <section data-calls>
        <h2 id="objects">Objects</h2>
        <p className={styles.lead}>What calls take and answer, under the names that are used above.</p>
        {reference.objects.map((object) => (
          <ObjectTable key={object.name} object={object} />
        ))}
      </section>
    </>
  );
}
