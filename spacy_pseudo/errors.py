"""Coded messages that name the remedy. Private text never goes into one: files, lines, fields and ids only."""

from typing import Any


class _WithCodes(type):
    def __getattribute__(cls, name: str) -> Any:
        value = super().__getattribute__(name)
        return f"[{name}] {value}" if name.startswith(("P", "W")) and name[1:].isdigit() else value


class PseudoError(ValueError):
    """Wrong use or bad input: something that the person who reads the message can put right."""

    @property
    def code(self) -> str:
        """RETURNS (str): The message's code, such as 'P101', or '' if it has none."""
        text = str(self)
        return text[1 : text.index("]")] if text.startswith("[") and "]" in text else ""

    @property
    def remedy(self) -> str:
        """RETURNS (str): The message without its code."""
        return str(self).removeprefix(f"[{self.code}] ")


class PseudoWarning(UserWarning):
    """Something that does not stop the work but that a person should know."""


class Errors(metaclass=_WithCodes):
    # 1xx: messages as they are read and written
    P101 = "Can't read {path}: {reason}. Put that right, or give another file."
    P102 = "Can't tell the format of {path}. Say it, for instance --format csv; --help lists the formats."
    P103 = "Unknown format '{format}'. Use --format with one of: {formats}."
    P104 = "Unknown encoding '{encoding}'. Use for instance --encoding utf-8, or leave it out to have it found."
    P105 = "{path}, line {line}: this is not {encoding}. Name the right one (--encoding), or save the file as UTF-8."
    P106 = "{path}, line {line}: neither UTF-8 nor cp1252. Name the encoding (--encoding), or save the file as UTF-8."
    P107 = (
        "{path}: line {bad} is not UTF-8, but line {good} is. Repair the wrong one, or name the encoding of the "
        "whole file, for instance --encoding cp1252."
    )
    P108 = "{path} is empty: there is no header and no row in it. Export it again, or give another file."
    P109 = "{path}: a quote in the row that begins at line {line} is not closed. Close it, or double it if it is text."
    P110 = (
        "{path}: the row that begins at line {line} has a quote in the wrong place. A cell with quotes in it must "
        "stand in quotes, and those inside it be doubled; spreadsheets save it so."
    )
    P111 = "{path}, line {line}: {cells} cells, but {headers} headers. Put cells with a delimiter in them in quotes."
    P112 = "{path}, line {line}: not JSON. Each line must be one complete object."
    P113 = '{path}, line {line}: not a JSON object. Each line must look like {{"id": ..., "author": ..., "text": ...}}.'
    P114 = "{path}, line {line}: the columns with the numbers {columns} have the same header as others. Rename them."
    P115 = "{path} has no column for {fields}. {headers} Say which one it is: {option}."
    P116 = "{path} has no column '{header}', which was given for '{field}'. {headers}"
    P117 = "There is no field '{field}' to give a column for. The fields are: {fields}."
    P118 = "{path}: '{field}' may be any of {headers}. Say which: {option}, or rename it to '{field}'."
    P119 = "The column '{header}' was given for two fields, '{field}' and '{other}'. Give one of them another."
    P120 = "{path}, line {line}: the message has no id (column '{header}'). Every message needs one of its own."
    P121 = "{path}, line {line}: '{header}' holds a list or an object. Put a text or a number there."
    P122 = "Two messages have the id '{id}': the {first}. and the {second}. of the input. Give each an id of its own."
    P123 = "{path} needs the package {package}. Install it: pip install 'spacy-pseudo[{extra}]', {otherwise}."
    P124 = "{path} is {what}, which is not read. Save it as .xlsx, or as CSV (UTF-8), and give that file."
    P125 = (
        "{path} has no sheet '{sheet}'. Its sheets are: {sheets}. Name one of them: --sheet NAME, or --sheet "
        "roster=NAME in a class list. A number stands for a title that may name somebody, and may be written so: "
        "'(sheet 1)'."
    )
    P126 = (
        "{path} is no workbook but {format}, and has no sheets. Leave out --sheet; if it was meant for the class list, "
        "write --sheet roster=NAME."
    )
    P127 = (
        "{path} holds parts of several formats ({formats}). Parts of one table have one: put them into directories of "
        "their own."
    )
    P128 = "{path}: the column '{header}' has changed while it was read. Give the command again."
    P129 = (
        "{path} unpacks to far more than any text: it was packed to fill the disk, or is no text. If it is right, "
        "unpack it yourself and give the file."
    )
    P130 = "{path} exists and is not empty. Choose another directory, or replace this one with --force."
    P131 = "{path} is a file, and a directory is needed. Choose another name."
    P132 = "{path} is your home directory, the current one, or holds one of them. Choose a directory of its own."
    P133 = "{path} has no {marker}, so it may not be earlier output, and --force would delete it. Choose another."
    P134 = "{out} and {key} must not be the same or lie in each other: the one may be shared, the other is private."
    P135 = "{path} lies in the output directory {out}. Keep input and output apart."
    P136 = "Message '{id}' has no result. It must not be written; run the pseudonymiser first."
    P137 = "Two columns of the output would be called '{header}'. Leave one out of --keep-columns."
    P138 = "There is no column '{header}' to keep (--keep-columns) in {path}. {headers}"
    P139 = (
        "{path}: {count} of several messages that differ, as edited posts do: {which}. Have the last of each read with "
        "{last}, or the first with {first}; or give each an id of its own."
    )
    P144 = (
        "{path} is {what}: a page to be looked at, in which no message can be told from the next. Export the messages "
        "from where they were written, as a table (.csv, .xlsx), a mailbox or .json, and give that file."
    )
    # 14x: mailboxes
    P140 = "{path} is empty: there is no mail in it. Export the mailbox again, or give the file that holds the mails."
    P141 = (
        "{path} is no mailbox: it does not begin with a line such as 'From mary@uni.example Fri Feb  1 17:36:46 2019'. "
        "Export it in the format mbox; if it is a table, say so: --format csv."
    )
    P142 = (
        "{path} holds no mails, no chat and no table. A Maildir has directories 'cur' and 'new' with a file for each "
        "mail; give the directory that these are in. The parts of a table (.parquet, .jsonl.gz ...) are alone in their "
        "directory; other files are given file by file."
    )
    P143 = (
        "{path} is a {is_a}, but the format '{format}' is read from a {needed}. Give the {needed}, or another --format."
    )
    # 15x: files of forum tools
    P150 = "{path}: not JSON from line {line} on. If the file was cut or edited, export it again."
    P151 = "{path}: lists and objects lie in each other too deeply to be read. Export the discussion in parts."
    P152 = "{path}, {where}: there is no '{key}'. Every post needs it: export it again with all its fields."
    P153 = "{path}, {where}: this should be an object with the fields of a post. Export the file again."
    P154 = "{path}, {where}: '{key}' must be {what}. If the file was edited, export it again."
    P155 = "{path} is no file of {layout}: it has no column {columns}. Export it again, or name the right --format."
    P156 = "{path}, {where}: the '{key}' of an archived post must end in /t/NAME/TOPIC/POST. Export the archive again."
    P157 = "{path}, {where}: '{key}' is none of {known}. Delete what is no post, or export the file again."
    P158 = "{path} is a damaged or locked archive. Export it again, or unpack it yourself and give the directory."
    P159 = "{path} holds no messages of {layout}. Give what was exported as it is, or name the right --format."
    # 2xx: rosters
    P201 = (
        "{path}: the roster has no participants. Add some, or leave --roster out to work without one. In a workbook "
        "with several sheets, say which: --sheet roster=NAME."
    )
    P202 = "{path} has no column for the {field} of a participant. {headers} Say which: {option}."
    P203 = "{path}, line {line}: a participant without id. Every row needs one (column '{header}')."
    P204 = "{path}: lines {first} and {second} give the same id to different participants. An id belongs to one person."
    P205 = "{path}, line {line}: '{header}' must be a text or a list of texts."
    # 3xx: name maps, pseudonyms and the key directory
    P301 = "{source}, line {line}: no participant. Begin the line with a participant's id, or with ! for forms to keep."
    P302 = (
        "{source}, line {line}: a \\ before something that needs none. Write \\\\ for the sign itself, and \\| \\[ \\# "
        "\\=> \\? \\! for the others."
    )
    P303 = "{source}, line {line}: a [ is not closed. Close it after the count, or write \\[ if it belongs to the name."
    P304 = (
        "{source}, line {line}: what stands in [ ] is not a count. Put a whole number there, or write \\[ if the "
        "bracket belongs to the name."
    )
    P305 = (
        "{source}, line {line}: something follows a count, or a second => or a [ stands after a =>. Write "
        "'form [count] => output', or \\[ and \\=> for signs that belong to the text."
    )
    P306 = "{source}, line {line}: what stands after => must contain {{}} exactly once, for the pseudonym."
    P307 = "{source}, line {line}: something is missing before or after =>. Write 'form => output with {{}}', or \\=>."
    P308 = "{source}, line {line}: a line that begins with ! lists forms to keep; none can have a =>. Delete it."
    P309 = "{source}, line {line}: a control character. Delete it, or write its number as in \\u0007."
    P310 = "{source}, line {line}: a ? or a count without a form. Delete it, or write \\? or \\[ if it is the form."
    P311 = "A form needs a text, a count from 0 to 999999999999 or none, and an output with {} exactly once or none."
    P312 = "A participant in the name map needs an id that is not empty."
    P320 = "The template of pseudonyms must contain {} exactly once, for instance '[{}]'."
    P321 = "Unknown kind of pseudonyms '{mode}'. Use one of: {modes}."
    P322 = "A participant has no pseudonym. Draw one first; if it is lost, take the key directory from before."
    P323 = (
        "With --pseudonyms id, no id may contain | or be 'U?': it could not be told from a joint or unknown pseudonym. "
        "Use --pseudonyms number."
    )
    P324 = "Two participants have the same pseudonym. Give each one of their own."
    P325 = "{source}: the column '{column}' is missing. The first line must be 'participant,pseudonym'."
    P326 = "{source}, line {line}: a participant who stands on an earlier line already. Delete one of the two lines."
    P327 = "{source}, line {line}: a pseudonym that stands on an earlier line already. Each belongs to one participant."
    P328 = "{source}, line {line}: the pseudonym is empty. Restore it, or write another one that nobody has."
    P329 = "{source}, line {line}: not proper CSV. Put values with commas, quotes or line breaks in double quotes."
    P340 = "There is no key in {path}. Make one first: spacy-pseudo discover MESSAGES --roster ROSTER --key {path}."
    P341 = "{path} is not UTF-8. Save it as UTF-8."
    P342 = "{path} is damaged: it must hold 64 hexadecimal digits. Put back a copy; a new secret changes the output."
    P343 = "{source}, line {line}: not what discover wrote. Put back a copy, or run discover again with a new key."
    P344 = "{source} is not what discover wrote. Put back a copy, or run discover again with a new key."
    P345 = "{path} is not empty and holds no key. Choose a directory of its own: only you will be able to open it."
    P346 = "{source} is no weights file. Make one: spacy-pseudo calibrate DIR --out weights.json."
    P347 = "The threshold must lie between 0 and 1, for instance --threshold 0.3."
    P350 = "{source}: the first line must have the columns label, text and surrogate. Restore it."
    P351 = "{source}, line {line}: an unknown label, or no text. Restore the line; write only in the last column."
    P352 = "{source}, line {line}: another surrogate for what stands on an earlier line already. Delete one of the two."
    P353 = (
        "{path} is gone, and without it names would be left standing or pseudonyms drawn anew. Put it back: "
        "spacy-pseudo key repair {key}. If it shall be gone: spacy-pseudo key repair {key} --accept {name}."
    )
    P380 = "{source}: the first line must have the columns {columns}. Restore it."
    P381 = '{source}, line {line}: a quotation mark is not closed. Put " around the cell, and write "" for one in it.'
    P382 = (
        "{source}, line {line}: not a decision. It needs an id, a field ({fields}), a decision, and for one place "
        "start and end, otherwise the text."
    )
    P388 = "There is no message {id} in these files. Ids are those of the messages, not of OUT; see the column `id`."
    P389 = "{path}: only a config with `participant_pseudonymiser` in it can be explained. Leave out --config."
    P390 = "Say what is to be explained: a message by its id (--id m004), or a name (--name Drummond)."
    P383 = "{source}, line {line}: the decision is nobody's id. Write a participant's id, keep or mask."
    P354 = "There is no language '{lang}' in spaCy. Give a code such as en or sv: --lang."
    # 355-379: a key directory that is not as it was written
    P355 = "{path} is a directory where a file of the key belongs. Move it away, or: spacy-pseudo key repair {key}."
    P356 = "{path} is empty, which it was not before. Put back what was there: spacy-pseudo key repair {key}."
    P357 = (
        "{path} seems to be cut off: its end is missing. Put back what was there: spacy-pseudo key repair {key}. If "
        "you deleted it yourself: spacy-pseudo key repair {key} --accept {name}."
    )
    P358 = (
        "{path} is not what was last written: damaged, of another generation of the key, or changed by hand. Put back "
        "what was there: spacy-pseudo key repair {key}."
    )
    P359 = (
        "{path} has lost {count} of its participants. Put back what was there: spacy-pseudo key repair {key}. To take "
        "forms from somebody, leave the id and delete the forms. If they shall be gone: spacy-pseudo key repair {key} "
        "--accept {name}."
    )
    P360 = (
        "{path} has lost {count} of the lines in which you wrote what shall stand in the text. Put back what was "
        "there: spacy-pseudo key repair {key}. To undo one, leave the line and empty its last cell."
    )
    P361 = "{path} is damaged, or of another generation than the key. Mend it: spacy-pseudo key repair {key}."
    P362 = "{path} is gone, so nothing tells whether the key is whole. Mend it: spacy-pseudo key repair {key}."
    P363 = "{path} was written by a newer version of this package. Update it: pip install --upgrade spacy-pseudo."
    P364 = "Another command is writing the key {path}. Wait until it has ended, then give this one again."
    P365 = "{path} was changed while the command was at work. Nothing was written; give the command again."
    P366 = (
        "{path} was edited, and copy.zip is damaged that would tell whether it is whole. Look through it, then: "
        "spacy-pseudo key repair {key} --accept {name}."
    )
    P367 = "'{name}' is no file of a key. --accept takes one of: {names}."
    P368 = "{path} is in the way. Move it away, then give the command again."
    P369 = "{path} is not what was last written. It is a list, and made anew when you apply again."
    P370 = (
        "{path} was given up, and nothing says who is called what. Make it anew first: spacy-pseudo run or discover, "
        "with all the messages."
    )
    # sealed keys
    P371 = "Sealed keys need the package cryptography. Install it: pip install 'spacy-pseudo[seal]'."
    P372 = "{path} is no sealed key, or its beginning is damaged. Give a file that `key seal` wrote, or another copy."
    P373 = "{path} is cut: its end is missing. Put back another copy of it; this one cannot be opened."
    P374 = "{path} is damaged: it is not as it was written. Put back another copy of it; this one cannot be opened."
    P375 = "{path} asks for more memory or time than a sealed key may. Somebody has made it so: take another copy."
    P376 = "The passphrase does not open {path}. Give the right one; nobody can open it without."
    P377 = "{path} was changed by somebody who does not have the passphrase. Do not use it; take another copy."
    P378 = "The passphrase is too short. Choose one of at least {count} characters; several words are best."
    P379 = "The key is too large to be sealed. Delete private exports from it, and lists that you do not need."
    P385 = "{path} can be read by others. Close it to them: chmod 600 {path}."
    P386 = (
        "A passphrase is needed, and there is nobody to ask. Give it by --passphrase-file FILE, or in the environment "
        "variable {variable}."
    )
    P387 = "The two passphrases are not the same. Give the command again."
    P391 = "{path} is sealed. Open it first: spacy-pseudo key open {path}."
    P392 = "{path} lies in the key that is to be sealed. Choose a place outside of it: --to FILE."
    P393 = "{path} exists. Choose another name with --to, or replace it with --force."
    P394 = (
        "This system has no place in memory (/dev/shm) where {path} could be opened without leaving plain text on a "
        "disk. Open it yourself, and seal it again afterwards: spacy-pseudo key open {path}. Or make a RAM disk, and "
        "name it in SPACY_PSEUDO_MEMORY."
    )
    P338 = (
        "{path}, which {variable} names, is no directory in memory that you can write to. Make one (a RAM disk), or "
        "leave the variable out."
    )
    P395 = "Another command has {path} open. Wait until it has ended, then give this one again."
    P396 = "{path} is a link or no proper file, which cannot be sealed. Put the file itself there, or move it away."
    P397 = (
        "{path} could not be written ({reason}) and is as it was: what the command did to the key is lost. Make room, "
        "and give the command again, with --force if there is an OUT: it does not fit the key."
    )
    P399 = "Say where to open it: --to KEY."
    P398 = "--remove was not done: {path} has changed while it was sealed. Seal it again."
    # 4xx: components
    P401 = (
        "Doc._.{name} has been registered by somebody else. Give our components another prefix in their config, "
        'for instance prefix = "forum_", and read Doc._.forum_{suffix}.'
    )
    P402 = (
        "'{name}' knows nobody: it has neither a roster nor a name map. Give it one: "
        'nlp.get_pipe("{name}").initialize(lambda: [], nlp=nlp, roster=roster, key="KEY"), or a block '
        "[initialize.components.{name}] in the config."
    )
    P403 = "'{name}' needs doc.spans[\"{key}\"]. Add the component '{component}' before it."
    P404 = "Unknown scope '{scope}'. Choose one of: {scopes}."
    P405 = "'{name}': roster must be a Roster or the path of a file, key a Key or the path of a directory, not {given}."
    P406 = "doc._.{name} is None: this Doc has not been pseudonymised, and there is nothing to write."
    P407 = "'{name}' must be a mapping of fields to columns; '{field}' is no field. The fields are: {fields}."
    P408 = "There is no '{factory}' in {path}. Add it to the pipeline."
    P409 = (
        "'{name}' writes nothing: '{failed}' has failed on this Doc, and names may have been overlooked. Mend what "
        "the error handler was told of, and run the Doc again."
    )
    P410 = "Name {number} of the allowlist is nothing but *: every name would stay. Add letters: '*berg', 'van *'."
    P411 = "Unknown label '{label}' of personal data. The labels are: {labels}."
    # 5xx: command line
    P501 = "'{value}' must look like {example}."
    P502 = "Unknown choice '{value}' for {option}. Choose one of: {choices}."
    P503 = "{path} does not exist. Check the name."
    P504 = "The author of this message is not in the key. Run discover again with the same key."
    P505 = (
        "--pseudonyms and --template were chosen when the key was made ({mode}, {template}) and cannot change. Leave "
        "them out, or use a new key."
    )
    P506 = (
        "Of a single file, --roster and --roster-column HEADER exclude each other. Give one of them; columns of the "
        "class list are told with their fields: --roster-column id=HEADER."
    )
    P507 = "None of the {messages} messages in {path} has an author, and there is no roster. Give one: --roster FILE."
    P508 = "{path} cannot be made a pipeline ({error}). See what is wrong: python -m spacy debug config {path}."
    P509 = "With --pseudonyms id, ids are written as they are; some are e-mail addresses. Use --pseudonyms number."
    P510 = (
        "{path} must hold one messages.csv (or .tsv, .jsonl, .parquet) and a gold.jsonl; and one roster.csv, if there "
        "is one."
    )
    P511 = "There is nothing to learn from: nobody signs or is greeted in the messages. Give more of them."
    P512 = "{formats} formats for {files} files. Give --format once for all of them, or once for each, in their order."
    P513 = "No source has a column '{header}', which was given with --roster-column. Check the name."
    P514 = (
        "{path}: when the key was made, message '{id}' was somebody else's. Give all sources of that run, in the same "
        "order. If these are new messages of the same people, run discover with this key first."
    )
    P515 = (
        "The key is of other people: {strange} of the {shared} ids that it shares with the class list have wholly "
        "other names there. Give the key that belongs to these messages, or a new directory. If they are the same "
        "people under new names, put the old names into the class list as well, each in a row of its own."
    )
    P516 = (
        "--roster-column {value} tells a column of the class list, but there is none. Give it: --roster FILE. For a "
        "column of the messages that has the authors' names, give its header alone."
    )
    P517 = "Nothing can be written in {path}: {reason}. Give another place ({option}), or have this one opened to you."
    P520 = "Can't read {path}: {reason}. Give the gold file first, then the replacements.jsonl of a key directory."
    P521 = "{path}, line {line}: not JSON in UTF-8. Each line must be one complete object."
    P522 = "{path}, line {line}: {what}. The line must look like {example}, with 0 <= start < end. Mend or delete it."
    P523 = "{path}, line {line}: the length of a mention's text is not end - start. Offsets count Unicode code points."
    P524 = "{path}, line {line}: an id that stands on an earlier line already. Put all of a message on one line."
    P525 = (
        "{path} lacks {count} of the {total} messages of {gold}; the first is on line {line}. Evaluate a run over all "
        "the messages, or delete the others from the gold file."
    )
    P526 = "{messages} lacks the message on line {line} of {path}. Give those that the gold file was made for."
    P527 = (
        "{path}, line {line}: the offsets {start}-{end} don't fit the text in {messages}, nor do those on most lines. "
        "Give the original messages (--messages), not the pseudonymised ones."
    )
    P528 = "--in-context shows errors in a report: give --report PATH and --messages FILE as well."
    P529 = "{first} and {second} have no message in common. Give two files that were made for the same messages."
    # 57x: a first project
    P570 = (
        "{path} holds {names} already. Give another place for the project (--project DIR), or replace what is there "
        "(--force)."
    )
    P571 = (
        "Nobody can be asked here: there is no terminal. Give the files, for instance spacy-pseudo init messages.csv "
        "--roster list.csv; and --yes to take what is proposed where the files do not tell."
    )
    P572 = "There are no messages among the files. Give a table with id, author and text, a mailbox or an export."
    P574 = (
        "{path} has no column that {what}. Call one '{field}' in that file, or add it. If it is the class list, give "
        "it with --roster."
    )
    P575 = "The files do not tell everything. {questions} Say it, or take what is most likely: --yes."
    P577 = "The files do not tell everything. {questions} Say it: nothing is likelier than the rest."
    P576 = (
        "{value} can't stand in project.yml: it has a quote, a backslash, a dollar sign or a control character. Rename "
        "it."
    )
    # 58x: called from Python
    P580 = (
        "messages must be a list of dicts or of Messages, or a data frame of pandas, not {given}. What is in a file is "
        "read by spacy_pseudo.corpus.readers.read_messages; other frames have to_dicts()."
    )
    P581 = (
        "roster must be a Roster, a dict of names by id, a list of dicts or a data frame of pandas, not {given}. A "
        "file is read by spacy_pseudo.corpus.readers.read_roster."
    )
    P582 = "{path} holds a key that this one was not made from. Give another directory, or key={path} to extend it."
    P583 = "names corrects the name map of a key. Give that key as well: key=result.key, names=..."
    # Workers
    P590 = (
        "{tries} workers have died of the messages of part {number}; perhaps there was no memory left. Nothing was "
        "written. Give the command again with fewer workers: --workers 1, with --resume to go on from here."
    )
    P591 = "A worker has failed: {where}. Nothing was written. Give the command again with --workers 1."
    P592 = "--workers must be a number from 1 on. Leave it out, and there are as many as gain time."
    P593 = "{path} is damaged, so that there is nothing to go on with. Give the command without --resume."
    P594 = "--resume needs an open key: of a sealed one, nothing outlives the command. Open it first: key open."
    P595 = "--cluster needs Dask, here and on every worker. Install it: pip install 'spacy-pseudo[cluster]'."
    P596 = (
        "A worker of the cluster has {package} {theirs}, and here is {ours}: results would differ. Install the same "
        "versions on every worker."
    )
    P597 = (
        "A worker of the cluster may write what it holds to its disk, and messages and key are private. Start workers "
        "with DASK_DISTRIBUTED__WORKER__MEMORY__TARGET=False and DASK_DISTRIBUTED__WORKER__MEMORY__SPILL=False."
    )
    P598 = (
        "The cluster at {address} does not answer, or has no workers ({kind}). Nothing was written. Start scheduler "
        "and workers, and for tls:// give Dask its certificates; --resume goes on with what is finished."
    )
    P599 = (
        "'{value}' is no cluster. Give --cluster the address of a scheduler, tcp://scheduler:8786, or local:4 for so "
        "many workers here. It says who works: leave --workers out."
    )
    # 60x: simulation
    P600 = "There is no setting '{name}'. The settings are: {names}."
    P601 = "The setting '{name}' must be {needs}."
    P602 = "{path} holds no settings. It must be a JSON object with values by name, or the simulation.json of a run."
    P603 = "Too few messages or people: a session needs {fewest} people, and each of them a message. Change the sizes."
    P604 = "'{value}' must look like NAME=VALUE, for instance --set misspelled=0.05."
    # 62x: comparing systems
    P620 = "There is no system '{name}'. Choose from: {names}."
    P621 = (
        "Systems with entities need a spaCy pipeline that finds people; none is downloaded. {installed} Name one, or "
        "its directory: --model en_core_web_sm."
    )
    P622 = (
        "The pipeline '{model}' cannot be loaded ({error}). Install it (python -m spacy download {model}), or give the "
        "directory of one."
    )
    P623 = "The pipeline '{model}' finds no entities. Give one with a component that does, such as 'ner'."
    P624 = "There is nothing to compare. Give one or more directories with messages.*, gold.jsonl and roster.*."
    # 62x: gold data
    P625 = '{path}, line {line}: mention {mention} has an unknown "kind". Use one of: {kinds}.'
    P626 = (
        "{path}, line {line}: the marked text does not stand at {start}-{end}; {hint}. Offsets count Unicode code "
        "points from 0. Lines with wrong offsets: {count} of {total}."
    )
    P627 = "{path} has no line in it. Mark mentions in some messages, one line for each message that was read."
    # 64x: sheets for raters
    P640 = "There is nothing to draw from: no message of {path} was pseudonymised, or no word is left to look at."
    P641 = (
        "{path} holds no design.json that fits. Give the directory that spacy-pseudo sample has made; the sheets may "
        "be somewhere else: spacy-pseudo estimate DIR SHEET SHEET."
    )
    P642 = "{path} has no column '{column}'. Put back the headers of the sheet as they were; their order may change."
    P643 = (
        "{path}, line {line}: no such item in this sample. Is it another sample's sheet, or was the column 'item' "
        "changed? Put it back, or delete the row."
    )
    P644 = "{path}, line {line}: item {item} stands on line {first} already. Delete one of the two rows."
    P645 = (
        "{path}, line {line}: item {item} has {most} pseudonyms, and more of them are said to be wrong. Write how many "
        "there are, or leave replaced_wrongly empty."
    )
    P646 = "{path}, line {line}: in item {item}, write 'name' or 'no' into the column 'name'."
    P647 = (
        "{path}: {count} of {total} items are not rated, for instance {item}. Fill them in (0 if no name is left, or "
        "'no'), name the sheets that are ready, or estimate from what there is with --partial; that is only right if "
        "they were left out by chance."
    )
    P648 = (
        "In the part '{stratum}' of the sample nothing is rated: nothing can be said of all messages. Rate some of it."
    )
    P649 = "There is no sheet to read in {path}. Name the sheets: spacy-pseudo estimate DIR SHEET SHEET."
    P650 = (
        "{path}, line {line}: item {item} has a pseudonym under left_standing. Only names that are still there belong "
        "there; a wrong pseudonym is counted under replaced_wrongly."
    )
    P651 = (
        "The key is of another corpus: it knows none of the authors of {path}. Give the key that belongs to these "
        "messages. If they are new messages of the same forum, run discover with this key first."
    )
    P652 = (
        "{path}, line {line}: what item {item} has under left_standing is neither a name nor 0. Write each name as it "
        "stands in the text, with | between them, twice if it stands there twice; or 0 if none is left."
    )
    P653 = (
        "{path}, line {line}: what item {item} has under replaced_wrongly is neither a number nor a pseudonym. Write "
        "how many pseudonyms are wrong (0, 1, 2 ...), or leave it empty."
    )
    P654 = (
        "More sheets than raters, or one sheet twice: {count} are given, and the sample was drawn for {raters}. Give "
        "each rater's sheet once; take copies out of the directory."
    )
    P655 = (
        "{path}: names that do not stand in the text as they were written down, in {items}. Mend them, for instance "
        "a typing error; one for each time, without numbers. With --partial these names are not counted."
    )
    P656 = "{path} is a spreadsheet's own file. Save it as CSV (in UTF-8, if you can choose), and give that."
    P657 = "There are no messages in {path}. Is it the right file?"
    # 66x: reports and plots
    P660 = "Excerpts hold text from the messages, so the report must say that it is private: Report(..., private=True)."
    P661 = "Row {row} of a table has {cells} cells, but there are {headers} headers. Give one cell for each."
    P662 = "The picture of a figure must be a complete SVG element, as the functions in lab/plots make it."
    P663 = "{path} is a directory. Choose another name for the report."
    P664 = "A bar has a category '{category}', which is not among the categories of the plot. Add it to them."
    P665 = "There are {groups} groups for {rows} rows. Give one group for each row, or none at all."
    P666 = "{path} exists, and is no report of this tool. Choose another name for the report, or delete the file."
    P667 = "There is no directory {path} for the report. Make it, or choose another name."
    P668 = "Plots are drawn by matplotlib, which is not installed: pip install 'spacy-pseudo[lab]'."
    # 72x: what is done with other personal data
    P720 = "There is no kind of personal data '{label}'. Use one of: {labels}."
    P721 = "Can't '{strategy}' {label}. Use one of: {strategies}."
    P722 = (
        "{label} can't be replaced by '{strategy}': nothing could be put there that fits. Use keep, mark or mask; for "
        "a single place a person can write a surrogate by hand."
    )
    P723 = "Whatever shows what was put in needs one {} for its place and something around it, such as '⟦{}⟧'."
    P724 = "No names are left to draw: all are in use or to be avoided. Name fewer to avoid, or use pseudonyms."
    P725 = "Dates can't become '{dates}'. Choose one of: {choices}."
    P726 = "Nothing makes surrogates for {label}. Choose keep, mark, mask or fixed for it, or register what makes them."
    P727 = "{label} can't be exchanged among messages. That can be done with: {labels}. Choose surrogate for others."
    P728 = "Cities can't '{cities}' where their country becomes another. Choose one of: {choices}."
    # 76x: lists of words that may be names
    P760 = "{path} is a directory. Choose another name for the list of words."
    P761 = "There is no directory {path} for the list of words. Make it, or choose another name."
    P762 = "{path} has no column 'word'. Keep the first row of the list; below it, delete the rows that are no names."
    P763 = "{path}, line {line}: not one word. Give each word a row of its own, and delete rows without one."
    P764 = "{path}, line {line}: 'occurrences' is no whole number. Write one, or leave the cell empty."
    P765 = "{path}, line {line}: 'probability' is no number from 0 to 1. Write one, or leave the cell empty."
    P766 = "{path} exists, and may hold your work. Choose another name for the list of words, or replace it: --force."
    P767 = "Somebody must say which words are names: leave out --name-words, or give a model."
    # 77x: the judge of name words
    P770 = (
        "There is no model of name words in {path}: {what} is missing. Give the directory that spacy-pseudo train has "
        "made, or leave it out to use the packaged model."
    )
    P771 = (
        "The config for training is wrong or incomplete at '{what}'. Begin with configs/name_words.cfg, and change "
        "numbers in its sections [model] and [training]."
    )
    P772 = (
        "Too little to learn from: there must be at least {fewest} words that are names, and as many that may be names "
        "and are none. Give more messages, or add the simulated data: --simulated."
    )
    P773 = (
        "The model in {path} was trained with other features than this version computes. Train it again: spacy-pseudo "
        "train; or use the version of this package that it was made with."
    )
    P774 = (
        "The model in {path} is damaged: {what} cannot be read. Copy it again, or train it again: spacy-pseudo train."
    )
    P775 = "The model in {path} has the format {found}, this version reads {known}. Train it again: spacy-pseudo train."
    P776 = (
        "{path}, line {line}: write 'yes' or 'no' into the column 'name' for each word that was judged, and leave it "
        "empty where you don't know."
    )
    P777 = "{path} has a column 'name' and no column 'word'. Its first row must name both, as in: word,name."
    P778 = "There is nothing to train on. Give directories with messages and gold, a list of words, or --simulated."
    P779 = "--list belongs to messages: give both, --messages FILE --list FILE."
    # 78x: people who take no part
    P780 = "{source} needs a first line with the columns name and pseudonym."
    P781 = (
        "{source}, line {line}: the quotation marks do not match. Put it right, or delete the line to leave the name."
    )
    P782 = "{source}, line {line}: there is no name. Write one, or delete the line."
    P783 = "{source}, line {line}: messages and probability are numbers. Put them right, or leave them empty."
    P784 = "'{others}' is no way to deal with names of people who take no part. Choose one of {choices}."
    # 80x: what comes after
    P800 = "There is no Doc to join. Give the Docs of a thread, one for each message."
    P801 = "Docs of different vocabularies can't be joined. Make them with the same pipeline: pseudo_doc(doc, nlp)."
    P802 = "The second Doc has another text than the first one was given. Make it of the first: pseudo_doc(doc, nlp)."
    P803 = "The Span belongs to another Doc. Give Spans of the Docs that were aligned, new_span those of the original."
    P804 = (
        "There are no tokens at {start}-{end}. Give clusters of this Doc's text, with offsets that count Unicode code "
        "points from 0 and exclude the end."
    )
    P805 = "A mention has no token, or one that the Doc of {tokens} lacks. Give chains that were found in this Doc."
    P806 = (
        "The replacements do not fit the text of message {id}: one of them was changed after the other was written. "
        "Give both as the same run made them, or apply again."
    )
    P807 = "The author of this Doc did not consent. Leave it out: doc._.pseudo_metadata says so ('excluded')."
    # 81x: what a run has written, read again
    P810 = (
        "{path} does not say what was written. Give as OUT the directory that spacy-pseudo run or apply has filled; if "
        "an earlier version did it, apply again."
    )
    P811 = "{path} is missing. Give OUT and KEY of the same run; if a file is lost, apply again."
    P812 = (
        "{out} and {key} do not belong together: {what}. Give OUT and KEY of the same run, or apply again: "
        "spacy-pseudo apply MESSAGES --key KEY --out OUT --force."
    )
    P813 = (
        "{path}, message {number}: what was written in place of a name does not stand where {replacements} says. The "
        "file was changed, or belongs to another run. Apply again; what you want to be different, put into the key."
    )
    P814 = "{path}, line {line}: not what apply wrote. Apply again."
    P815 = (
        "{key} says that somebody did not consent whose messages or mentions are in {out}. Apply again, then export; "
        "and do not share what is there now."
    )
    # 82x: exports
    P820 = (
        "{path} holds an export of another kind ({found}), and is not replaced by this one ({kind}). Choose another "
        "directory."
    )
    P821 = "{option} has no meaning with --to {format}. It belongs to: {formats}."
    P822 = (
        "All participants have the same pseudonym (--pseudonyms mask): nobody can be told from anybody else, and there "
        "is no network. Run with a new key and numbers."
    )
    P823 = "{path} lies in {parent}, which {is}. Keep what may be shared and what is private apart: choose another."
    # 83x: the audit
    P830 = "{path} is not a directory. Give as OUT the directory that spacy-pseudo run or apply has filled."
    P831 = "{path}, line {line}: not what apply wrote, so what was kept is not known. Apply again, then audit."
    P832 = "Give either --key, the key of the run, or --names-digest, what `key digest` made of it for you."
    P833 = "{path} is no digest of names, or not of this version. Have it made anew: spacy-pseudo key digest KEY."
    P834 = "{path} exists. Choose another name for the digest (--out), or replace it with --force."
    # 84x: the report that is signed
    P840 = (
        "{path} was edited after it was written: its checksum is not the one in summary.json. Apply again: "
        "spacy-pseudo apply MESSAGES --key {key} --out {out} --force; what you want to be different, put into the key."
    )
    P841 = "{path} exists. Choose another name for the report (--out, --private), or replace it with --force."
    P842 = (
        "{path} holds no estimate. Make it of the sheets: spacy-pseudo estimate DIR --key KEY --json > estimate.json, "
        "then give that file."
    )
    P843 = "{path} would be both the report to be shared and the private one. Give --private another name."
    # 85x: rules for other personal data
    P850 = "There is no class of words called '{name}'. Give it words, or define it above the rule that names it."
    P851 = "Can't read this part of a rule: {rule}. See spacy_pseudo/text/rules.py for how rules are written."
    P852 = (
        "This would take too long on some texts: {rule}. What repeats may be no blank and not nothing, and hold "
        "nothing that repeats itself; a token up to 30 times, a group up to 8."
    )
    P853 = "The language.json of '{lang}' has unknown settings: {settings}. See docs/guides/language.md."
    P854 = "A score of {score}: how sure a rule is lies between 0 and 1, such as .8; 0 says that nothing is found."
    P855 = "{where}, line {line}: {problem}"
    P856 = (
        "The rule says not what it finds. Begin it with a label, such as 'EMPLOYER .8 ...'; the labels are: {labels}."
    )
    P857 = "There is a class of words called '{name}' already. Choose another name, or use it in a definition."

    P870 = (
        "{path} is not what the run wrote: it was edited since, or belongs to another key. Nothing was written. "
        "--best-effort puts back what is found, and says where something was not."
    )
    P871 = "{n} of the messages asked for are not in the results. Give ids as they were before the run."
    P873 = "This person was erased from the key. Nothing of theirs can be given back."
    P872 = "Say what is to be restored: --to DIR writes the originals, --text tells what a passage stands for."

    # 9xx: review
    P900 = (
        "{path} was changed meanwhile, and the line to be changed is no longer there. Nothing was written: look again."
    )
    P901 = "There is no such decision: {what}."
    P902 = "Say who is meant: choose a person."
    P903 = "There is no such place any more. Look at the case again."
    P904 = "There is no such case any more: the lists of the key were written anew. Look at the queue again."
    P905 = "There is nothing to take back."
    P906 = "There is nothing to do again."
    P907 = "No participant has this id."
    P908 = "Give --out as well: what is decided is applied to the directory that may be shared."
    P909 = "A run is going on. Wait until it has ended."
    P910 = "{path} holds no lists to review. Run or apply first: spacy-pseudo apply MESSAGES --key KEY --out OUT."
    P911 = "Pages need starlette, uvicorn and jinja2. Install them: pip install 'spacy-pseudo[review]'."
    P912 = "The port {port} is taken. Choose another with --port, or leave it out to have a free one found."
    P914 = (
        "{path} hides what 'Apply' would not, with the options of this review: {what}. Start it again with them: "
        "spacy-pseudo review ... {options}. To show it on purpose, apply without them first: spacy-pseudo apply."
    )
    P913 = "Nothing was saved in {path}: {reason}. What you decided before is whole; make room, and decide again."
    P920 = (
        "A name for the work begins with a letter or a digit, and has letters, digits, spaces, '.', '-' and '_' only."
    )
    P921 = "There is something called '{name}' already. Open it, or choose another name."
    P922 = "{path} is damaged. Delete that file and choose anew; the key and the results are untouched."
    P923 = "There is no such work any more. Look at the list again."
    P924 = "There is no such file. Look at the page again."
    P925 = "The disk has too little room for this file. Make room, or type its path: then it stays where it is."
    P926 = "The file is empty. Choose another."
    P927 = "Only a part of the file has come. Choose it again; what was there before is as it was."
    P928 = "The file could not be read or written: {reason}. Put that right, and try again."
    P929 = "There is no such file on this machine. Type its whole path, from the root of the disk on."
    P930 = "Two columns were chosen for '{field}'. Choose one of them."
    P931 = "There are no messages yet. Choose a file of messages first."
    P932 = "The command ended without a word, as if it had been killed. Is there enough memory? OUT is as it was."
    P933 = "{path} is damaged or missing. Run again."
    P934 = "The work '{name}' is open in another window of spacy-pseudo app. End that first."
    P935 = "The key is sealed. Open it with its passphrase first, on the last page."
    P936 = "There is no result yet. Run first."
    P937 = "The two passphrases differ. Type the same twice."


class Warnings(metaclass=_WithCodes):
    W101 = "{path}: line {line} is not UTF-8; the file is read as cp1252. If accents look wrong, name it: --encoding."
    W102 = "{path} is what --force replaced; it could not be deleted. Delete it by hand."
    W150 = "{path}: {count} written anonymously and read without authors, as the people who wrote them were promised."
    W151 = "{path}: {count} missing in the file, which holds a part of the discussion only. {remedy}"
    W360 = "{path} was edited after a save was interrupted. What you wrote is in {aside}: copy from it what counts."
    W361 = (
        "{path}: line {line} does not follow from the one before. The log was cut or changed there; what it says of "
        "earlier decisions may be wrong, and what the key does is not touched by that."
    )
    W362 = (
        "What `{command}` did is done, but the log of {path} could not be written, and has no line of it. Make room "
        "there, or give the key back its rights to be written."
    )
    W364 = (
        "{path}: before line {line} the key had changed, and no line says how. A command was killed before it could "
        "write its own, or a program has written the key."
    )
    W363 = "What was done is done, but {path} could not be written: its log has no line of it. Make it writable."
    W401 = (
        "'{name}' got a text without metadata (author, parent_author ...) and works from roster and name map alone: "
        "sign-offs and greetings cannot be linked by who wrote them. Pass it with nlp.pipe(..., as_tuples=True), "
        "Message(...).to_doc(nlp) or doc._.{attr}. This is said once."
    )
    W402 = (
        "'{name}' has processed texts; the vocabulary that spaCy saves with a pipeline holds their words. "
        "Save a pipeline before it is used, or keep what you save with the key."
    )
    W510 = (
        "OUT has {what} of the forum or list it comes from: whoever can read that finds each message there. Hide them: "
        "{remedy}."
    )
    W511 = (
        "{path} had hidden what is not hidden any more: {what}. If that is not what you want, give the command again "
        "with {options}."
    )
    W512 = (
        "{strange} of the {shared} ids that the key shares with the class list have wholly other names there. They are "
        "taken for people with two names: if they are others, give the messages a key of their own."
    )
    W590 = "A worker has died at part {number}; another does it again."
    W591 = "A worker of the cluster has gone; what it was doing is done again by another."
    W592 = (
        "Messages and key cross the network to {address} as they are. Give the cluster certificates and use tls://, "
        "unless nobody else is on that network."
    )
    W620 = (
        "There is a participant's name in the name of directory {number}. It is called '{title}' in what is shown and "
        "written."
    )
    W621 = '{path}: {count} of the marked people are nobody in the roster, for instance on line {line}. Check "who".'
    W622 = "{path}: {count} of the mentions are marked twice, for instance on line {line}. Delete one of the two."
    W623 = "{path}: {count} pairs of mentions overlap, for instance on line {line}. Each mention is counted by itself."
    W624 = (
        "{names} was changed after {replacements} was written: figures of the name map are of the new one, all others "
        "of the old one. Apply again, then evaluate."
    )
    W640 = "{path}: names that do not stand in the text as they were written down are not counted, in {items}."
    W641 = (
        "{path}: names that stand in the text more often than they were written down, in {items}. Each counts as often "
        "as it is written down."
    )
    W642 = (
        "Left out, as apply does it: {count} of {total} messages. Who wrote them, or whom they answer, is not in the "
        "key. Is it the key of another corpus? Otherwise run discover again with it."
    )
    W643 = "{path} was changed by hand and stays as it is. Delete it to have it made anew."
    W644 = "{first} and {second} are the same, letter for letter. If one is a copy of the other, name one of them only."
