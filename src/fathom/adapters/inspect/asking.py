"""Asking a model about an item, in as many turns as its task has.

The benchmark decides what is asked next; here only the answers come from a model. In a match it has tools for the legal
moves and the board, and none that tells what a move is worth.
"""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Final

from anyio import from_thread, to_thread
from inspect_ai.model import (
    ChatMessage,
    ChatMessageUser,
    ContentImage,
    ContentText,
    ModelOutput,
    execute_tools,
    get_model,
)
from inspect_ai.solver import Generate, TaskState, solver
from inspect_ai.tool import Tool, ToolDef

from fathom.adapters.inspect.provider import remember
from fathom.bench.answer_file import write_answer
from fathom.bench.asking import Question, ask_item
from fathom.bench.item import Item, read_items
from fathom.bench.pictures import can_draw_png, draw_board, draw_png
from fathom.bench.prompts import MOST_TOOLS, spell_moves, tell_board

if TYPE_CHECKING:
    from inspect_ai.solver import Solver

#: Where the metadata of a sample has its item, and the answer for the scorer: each as a line of its file.
ANSWER: Final = "answer"
ITEM: Final = "item"


def item_of(state: TaskState) -> Item:
    """The item of a sample."""
    [item] = read_items(state.metadata[ITEM], str(state.sample_id))
    return item


@solver
def ask_model() -> Solver:
    """Ask everything that there is to ask about a sample, and keep what was said."""

    async def solve(state: TaskState, _generate: Generate) -> TaskState:
        item = item_of(state)
        asker = ModelAsker(state)
        asked = await to_thread.run_sync(ask_item, item, asker)
        state.metadata[ANSWER] = write_answer(asked.answer(item))
        if asker.output is not None:
            state.output = asker.output
        return state

    return solve


class ModelAsker:
    """The model under test as whoever answers; it is called from a thread of its own."""

    def __init__(self, state: TaskState) -> None:
        self._state = state
        self.output: ModelOutput | None = None

    def ask(self, question: Question, /) -> str | None:
        answered: str = from_thread.run(self._generate, question)
        return answered

    async def _generate(self, question: Question) -> str:
        tools, message = _tools_for(question), _message(question)
        remember(question, message)
        messages: list[ChatMessage] = [message]
        for _ in range(MOST_TOOLS + 1):
            self.output = await get_model().generate(messages, tools=tools)
            messages.append(self.output.message)
            if not self.output.message.tool_calls:
                break
            told, _ = await execute_tools(messages, tools)
            messages.extend(told)
        self._keep(question, messages)
        return str(self.output.completion) if self.output else ""

    def _keep(self, question: Question, messages: list[ChatMessage]) -> None:
        """Show in the log what was said; a profile has thousands of questions, which are in the transcript."""
        if question.item.task == "match" and question.turn > 1:
            self._state.messages.extend(messages)
        elif question.item.task != "profile":
            self._state.messages = messages


def _message(question: Question) -> ChatMessageUser:
    if question.item.task != "picture":
        return ChatMessageUser(content=question.text)
    svg = draw_board(question.item.code)
    kind, drawn = ("png", draw_png(svg)) if can_draw_png() else ("svg+xml", svg.encode())
    image = ContentImage(image=f"data:image/{kind};base64,{b64encode(drawn).decode()}")
    return ChatMessageUser(content=[ContentText(text=question.text), image])


def _tools_for(question: Question) -> list[Tool]:
    """The tools of a match, for the position of this turn."""
    if question.item.task != "match":
        return []
    match, name = question.match, question.item.naming

    async def legal_moves() -> str:
        """The moves that the rules allow you now."""
        return ", ".join(spell_moves(match, name))

    async def board() -> str:
        """The position as it is now."""
        return tell_board(match, name)

    return [ToolDef(legal_moves).as_tool(), ToolDef(board).as_tool()]
